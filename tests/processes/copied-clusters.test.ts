import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asAdmin } from "../databases/databases";
import { templateName } from "../databases/kept-cluster.mjs";
import { openPostgres } from "../databases/start-postgres.mjs";

/* Servers of Postgres that start on copies of a kept cluster. */

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-kept-"));
});
afterEach(() => vi.unstubAllEnvs());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("two that are copies of the same cluster know nothing of each other's databases", async () => {
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

test("what one run has migrated is there for the next, and nothing else of it", async () => {
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
