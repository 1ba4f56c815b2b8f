import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { freePort } from "../../../tests/fixtures/free-port";
import { examine, type Finding } from "./doctor.server";

afterEach(() => vi.unstubAllEnvs());

test("a Postgres that does not answer is a sentence with what to do, and shows no password", async () => {
  vi.stubEnv("DATA_DIR", mkdtempSync(path.join(tmpdir(), "fieldstall-test-")));
  vi.stubEnv("DATABASE_URL", `postgres://shop:plum-orchard@127.0.0.1:${await freePort()}/shop`);
  vi.stubEnv("PUBLIC_URL", `http://127.0.0.1:${await freePort()}`);
  const findings: Finding[] = [];
  expect(await examine((finding) => findings.push(finding))).toBe(false);
  expect(findings.find(({ part }) => part === "database")?.wrong).toEqual([
    expect.stringMatching(/^Postgres cannot be reached \(.+\): .+ DATABASE_URL/),
  ]);
  expect(JSON.stringify(findings)).not.toContain("plum-orchard");
});
