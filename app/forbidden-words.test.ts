import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Insides of React, of Remix and of its data format. */
const INSIDES =
  /__remix|__react|_reactInternals|routeModules\.js|turbo-stream|streamController|hydrateRoot|RemixBrowser/;
const FOLDERS = ["app", "scripts"];
const FILES = ["vite.config.ts", "server.ts", "workers.ts", "remix.config.js"];
/** This script names packages of the server, because it measures their time. */
const PROFILE = "scripts/bench/profile.mjs";

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.([cm]?[jt]s|tsx)$/.test(file) && !file.includes("node_modules"))
    .map((file) => path.join(folder, file));

test("nothing of ours reads or replaces the insides of React and Remix", () => {
  const sources = [...FOLDERS.flatMap(sourcesIn), ...FILES].filter(
    (file) => file !== PROFILE && !file.endsWith("forbidden-words.test.ts"),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => INSIDES.test(readFileSync(file, "utf8")))).toEqual([]);
});

/** A cast of parsed JSON. A cast to a type that a check has to narrow is allowed. */
const JSON_BY_CAST = /JSON\.parse\(.*\) as (?!unknown)(?!\{ \w+\?: unknown \})/;
/** Files that read rows of our own tables, copied whole for an undo, or a waiting sign-up that its call has checked. */
const CHECKED_BEFORE = new Set([
  "app/features/second-factor/factor-part.server.ts",
  "app/features/webhooks/webhooks-part.server.ts",
  "app/features/accounts/verify-email.server.ts",
]);

test("JSON of a column is read through its schema", () => {
  const sources = sourcesIn("app/features").filter((file) => !file.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(500);
  const casting = sources.filter((file) => JSON_BY_CAST.test(readFileSync(file, "utf8")));
  expect(new Set(casting)).toEqual(CHECKED_BEFORE);
});
