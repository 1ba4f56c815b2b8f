import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { newSqlite } from "../../../tests/databases/databases";
import { sparingProbe, writeProbe } from "./write-probe.server";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-probe-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each write probe commits to the file, and leaves no row behind", async () => {
  const file = path.join(folder, "shop.db");
  const { db, close } = await newSqlite(file);
  const otherConnection = new SQLite(file);
  const version = () => otherConnection.pragma("data_version", { simple: true });
  const versions = [version()];
  for (let n = 0; n < 3; n += 1) {
    await writeProbe(db);
    versions.push(version());
  }
  expect(new Set(versions).size).toBe(4);
  expect(await db.selectFrom("processes").selectAll().execute()).toEqual([]);
  otherConnection.close();
  await close();
});

test("a sparing probe reads after a write that succeeded, and writes again later or after a failure", async () => {
  const calls: string[] = [];
  let ms = 0;
  let error: Error | null = null;
  const call = (name: string) => async () => {
    calls.push(name);
    if (error) throw error;
  };
  const probe = sparingProbe({ write: call("write"), read: call("read"), writeEveryMs: 5000, now: () => ms });
  await probe();
  ms = 4999;
  await probe();
  expect(calls).toEqual(["write", "read"]);
  ms = 5000;
  error = new Error("read-only");
  await expect(probe()).rejects.toBe(error);
  await expect(probe()).rejects.toBe(error);
  expect(calls).toEqual(["write", "read", "write", "write"]);
  error = null;
  await probe();
  await probe();
  expect(calls).toEqual(["write", "read", "write", "write", "write", "read"]);
});
