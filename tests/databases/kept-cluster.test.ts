import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { longTest } from "../fixtures/long-test";
import { asAdmin } from "./databases";
import { dropCluster, keepCluster, takeCluster, templateName } from "./kept-cluster.mjs";
import { openPostgres } from "./start-postgres.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-kept-"));
});
afterEach(() => vi.unstubAllEnvs());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newCluster(name: string, content: Record<string, string> = {}): string {
  const cluster = path.join(folder, name);
  mkdirSync(cluster);
  for (const [file, text] of Object.entries(content)) writeFileSync(path.join(cluster, file), text);
  return cluster;
}

longTest("two that are copies of the same cluster know nothing of each other's databases", async () => {
  // Afterwards a cluster is kept, by this process or by one that was quicker.
  await (await openPostgres()).stop();
  const first = await openPostgres();
  const second = await openPostgres();
  try {
    const made = "select system_identifier as id from pg_control_system()";
    const [one, other] = await Promise.all([first, second].map(({ url }) => asAdmin(url, (db) => db.query(made))));
    expect(other?.rows).toEqual(one?.rows);
    await asAdmin(first.url, (admin) => admin.query("create database only_here"));
    const names = await asAdmin(second.url, (admin) => admin.query("select datname from pg_database"));
    expect(names.rows).not.toContainEqual({ datname: "only_here" });
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});

longTest("what one run has migrated is there for the next, and nothing else of it", async () => {
  vi.stubEnv("KEPT_CLUSTERS", path.join(folder, "kept"));
  const databases = ({ url }: { url: string }) =>
    asAdmin(url, async (admin) =>
      (await admin.query("select datname from pg_database")).rows.map((row) => row.datname),
    );
  const [own, template] = [["postgres", "template0", "template1"], templateName()];
  const unused = await openPostgres();
  await unused.stop();
  const first = await openPostgres();
  expect((await databases(first)).toSorted()).toEqual(own);
  await asAdmin(first.url, (admin) => admin.query("create database left_open"));
  await asAdmin(first.url, (admin) => admin.query(`create database ${template}`));
  await first.stop();
  for (const next of [await openPostgres(), await openPostgres()]) {
    expect((await databases(next)).toSorted()).toEqual([template, ...own]);
    await next.stop();
  }
});

test("one that is kept comes back whole with its password, and the one before it is gone", () => {
  const kept = path.join(folder, "kept");
  keepCluster("older", newCluster("first", { PG_VERSION: "17" }), "secret", { kept });
  keepCluster("newer", newCluster("second", { PG_VERSION: "18" }), "secret of the newer", { kept });
  const copy = newCluster("copy");
  expect(takeCluster("newer", copy, kept)).toBe("secret of the newer");
  expect(readFileSync(path.join(copy, "PG_VERSION"), "utf8")).toBe("18");
  expect(readdirSync(kept)).toEqual(["newer"]);
});

test("what cannot be copied whole leaves an empty folder behind, as if none were kept", () => {
  const kept = path.join(folder, "kept");
  keepCluster("name", newCluster("first", { PG_VERSION: "18" }), "secret", { kept });
  rmSync(path.join(kept, "name/cluster"), { recursive: true });
  const copy = newCluster("copy", { half: "" });
  expect(takeCluster("name", copy, kept)).toBeNull();
  expect(readdirSync(copy)).toEqual([]);
});

test("of two that are kept at the same moment the first stays, and nothing else is left", () => {
  const kept = path.join(folder, "kept");
  keepCluster("name", newCluster("first", { PG_VERSION: "18" }), "first", { kept });
  keepCluster("name", newCluster("second", { PG_VERSION: "18" }), "second", { kept });
  expect(takeCluster("name", newCluster("copy"), kept)).toBe("first");
  expect(readdirSync(kept)).toEqual(["name"]);
  dropCluster("name", kept);
  expect(existsSync(path.join(kept, "name"))).toBe(false);
});
