import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOn } from "~/platform/database/database.server";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { buildServices, type Services } from "~/platform/services.server";
import { testConfig } from "../../tests/fixtures/world";
import { buildApi } from "./service.server";

const log = pino({ level: "silent" });
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-test-"));
let mute: Server;
let services: Services;

beforeAll(async () => {
  // Accepts connections and never answers, like a database whose machine hangs.
  mute = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(mute, "listening");
  const url = `postgres://nobody@127.0.0.1:${(mute.address() as AddressInfo).port}/shop`;
  services = buildServices(testConfig(folder, false), {
    log,
    database: databaseOn(postgres(url, log, { connectMs: 100 })),
  });
});

afterAll(async () => {
  await services.close();
  mute.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a database that takes connections and says nothing keeps nobody waiting: the answer is to try again in a moment", async () => {
  const answer = await buildApi(services).request("/api/v1/category");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({
    error: [{ code: "unavailable", message: "We cannot reach our records just now. Please try again in a moment." }],
  });
});
