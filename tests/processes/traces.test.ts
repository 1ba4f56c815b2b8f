import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { buildOnce, root } from "./shop-process";

beforeAll(buildOnce, 300_000);

test("with --enable-source-maps a trace of the built server names our own file, and the line that failed", () => {
  const index = pathToFileURL(path.join(root, "build/server/index.js")).href;
  const fail = `const { entry } = await import(${JSON.stringify(index)});
try { entry.module.edge.connections(null, {}); } catch (error) { console.log(error.stack); } process.exit(0);`;
  const trace = execFileSync(process.execPath, ["--enable-source-maps", "--input-type=module", "--eval", fail], {
    encoding: "utf8",
  });
  const [, file = "", line] =
    /^TypeError: .*\n {4}at .*\b(app\/edge\/connections\.server\.ts):(\d+):\d+\)/.exec(trace) ?? [];
  expect(file, trace).not.toBe("");
  expect(readFileSync(path.join(root, file), "utf8").split("\n")[Number(line) - 1]).toContain("server.on(");
});
