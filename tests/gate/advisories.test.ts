import { expect, test } from "vitest";
import { judge } from "../../scripts/advisories/judge.mjs";

/* Reports of npm as `npm run advisories` reads them. */

const URL = "https://github.com/advisories/GHSA-0000-0000-0000";
const REPORT = {
  vulnerabilities: {
    deep: { via: [{ name: "deep", title: "Takes too long", severity: "high", url: URL }] },
    above: { via: ["deep"] },
  },
};

test("an advisory that nobody has explained is named once, with its package", () => {
  expect(judge(REPORT, {})).toEqual({ unexplained: [`high: deep: Takes too long ${URL}`], outdated: [] });
});

test("one that is explained is let through, and its explanation must go with it", () => {
  expect(judge(REPORT, { [URL]: "never reached" })).toEqual({ unexplained: [], outdated: [] });
  expect(judge({ vulnerabilities: {} }, { [URL]: "never reached" })).toEqual({ unexplained: [], outdated: [URL] });
});

test("a registry that does not tell is no good news", () => {
  for (const report of [null, "", { message: "405 Method Not Allowed", method: "POST" }])
    expect(judge(report, {})).toBeNull();
});
