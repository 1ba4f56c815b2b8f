// The OpenAPI document as the service would answer it, without a service that runs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { createServer } from "vite";
import { root } from "../prepare.mjs";

/**
 * Builds the service from its sources on an empty database that is thrown away.
 * @returns {Promise<string>} JSON
 */
export async function documentText() {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-api-"));
  const vite = await createServer({
    root,
    configFile: path.join(root, "vitest.config.ts"),
    server: { middlewareMode: true, hmr: false, watch: null },
    appType: "custom",
    logLevel: "error",
  });
  try {
    const [{ buildApi }, { buildServices }, { readConfig }] = await Promise.all([
      vite.ssrLoadModule("/app/api/service.server.ts"),
      vite.ssrLoadModule("/app/platform/services.server.ts"),
      vite.ssrLoadModule("/app/platform/config.server.ts"),
    ]);
    const config = readConfig({
      NODE_ENV: "test",
      DATA_DIR: folder,
      APP_SECRET: "only for the document, no secret.",
      PUBLIC_URL: "https://shop.example",
    });
    const services = buildServices(config, { log: pino({ level: "silent" }) });
    try {
      const answer = await buildApi(services).request("/api/v1/openapi.json");
      return JSON.stringify(await answer.json(), null, 2);
    } finally {
      await services.close();
    }
  } finally {
    await vite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
