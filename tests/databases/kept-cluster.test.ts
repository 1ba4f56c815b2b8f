import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropCluster, keepCluster, takeCluster } from "./kept-cluster.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newCluster(name: string, content: Record<string, string> = {}): string {
  const cluster = path.join(folder, name);
  mkdirSync(cluster);
  for (const [file, text] of Object.entries(content)) writeFileSync(path.join(cluster, file), text);
  return cluster;
}

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
