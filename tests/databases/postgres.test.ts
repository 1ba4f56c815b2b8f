import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { longTest } from "../fixtures/long-test";
import { freePort } from "../fixtures/free-port";
import { openRunFolder } from "./run-folder.mjs";
import { openPostgres, startPostgres } from "./start-postgres.mjs";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
});

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query("select 1")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-own-postgres-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

longTest("a Postgres whose port is taken takes another one, and leaves nothing behind when it is stopped", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  cleanUp.push(() => other.close());
  await once(other, "listening");
  const folder = newFolder();
  const { url, stop } = await startPostgres(folder, port);
  expect(new URL(url).port).not.toBe(String(port));
  expect(await answers(url)).toBe(true);
  await stop();
  expect(await answers(url)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

longTest("two of them that start at the same moment do not meet", async () => {
  const both = await Promise.all([openPostgres(), openPostgres()]);
  const [first, second] = both.map(({ url }) => url) as [string, string];
  expect(first).not.toBe(second);
  expect(await Promise.all([answers(first), answers(second)])).toEqual([true, true]);
  await both[0].stop();
  expect(await Promise.all([answers(first), answers(second)])).toEqual([false, true]);
  await both[1].stop();
});

longTest("one whose run is killed ends, and takes its folder with it", async () => {
  const folder = newFolder();
  const start = new URL("start-postgres.mjs", import.meta.url).href;
  const run = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { startPostgres } from ${JSON.stringify(start)};
     console.log((await startPostgres(${JSON.stringify(folder)})).url);`,
  ]);
  cleanUp.push(() => run.kill("SIGKILL"));
  const url = String((await once(run.stdout, "data"))[0]).trim();
  expect(await answers(url)).toBe(true);
  run.kill("SIGKILL");
  await expect.poll(() => existsSync(folder)).toBe(false);
  expect(await answers(url)).toBe(false);
});

test("a Postgres that can't start says why", async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, "cluster"));
  await expect(startPostgres(folder)).rejects.toThrow("EEXIST");
});

test("what a killed run has left is gone with the next one; what a running one uses stays", async () => {
  const longAgo = new Date(Date.now() - 3_600_000);
  const left = mkdtempSync(path.join(tmpdir(), "fieldstall-run-"));
  cleanUp.push(() => rmSync(left, { recursive: true, force: true }));
  writeFileSync(path.join(left, "test.db"), "");
  const running = await openRunFolder();
  cleanUp.push(running.close);
  for (const folder of [left, running.folder]) utimesSync(folder, longAgo, longAgo);
  const next = await openRunFolder();
  cleanUp.push(next.close);
  expect([left, running.folder, next.folder].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});

test("who looks whether a run is alive has nothing started", async () => {
  const asked: string[] = [];
  const running = await openRunFolder((connection) => {
    connection.on("error", () => undefined);
    connection.once("data", () => asked.push("Postgres"));
  });
  cleanUp.push(running.close);
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(running.folder, longAgo, longAgo);
  cleanUp.push((await openRunFolder()).close);
  expect(existsSync(running.folder)).toBe(true);
  expect(asked).toEqual([]);
});
