// Runs the service from its sources in this process, on an empty database that is deleted afterwards.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { createServer } from "vite";
import { root } from "../prepare.mjs";

/**
 * @typedef {object} Running
 * @property {import("../../app/api/service.server").Api} api
 * @property {import("../../app/platform/services.server").Services} services
 * @property {(file: string) => Promise<any>} load a module of the project, in the same graph
 */

/**
 * Runs the service for `work`, and closes it afterwards.
 * @template Result
 * @param {(running: Running) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withService(work) {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-api-"));
  const vite = await createServer({
    root,
    configFile: path.join(root, "vitest.config.ts"),
    server: { middlewareMode: true, hmr: false, watch: null },
    appType: "custom",
    logLevel: "error",
  });
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(file);
  try {
    const { readConfig } = await load("/app/platform/config.server.ts");
    const { openServices } = await load("/app/platform/services.server.ts");
    const { migrate } = await load("/app/platform/database/migrate.server.ts");
    const { buildApi } = await load("/app/api/service.server.ts");
    const config = readConfig({
      NODE_ENV: "test",
      DATA_DIR: folder,
      APP_SECRET: "only for the document, no secret.",
      PUBLIC_URL: "https://shop.example",
    });
    const services = await openServices(config, pino({ level: "silent" }));
    try {
      await migrate(services);
      return await work({ api: buildApi(services), services, load });
    } finally {
      await services.close();
    }
  } finally {
    await vite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
