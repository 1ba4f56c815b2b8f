import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/asvs.md", "utf8");
const rows = [...text.matchAll(/^\| ([\d., ]+?) +\| (held|open|not applicable) +\| (.+?) +\|$/gm)].map(
  ([, ids = "", state = "", why = ""]) => ({ ids: ids.split(", "), state, why }),
);

test("every test that docs/asvs.md names is there", () => {
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(40);
  expect(
    named.filter((file) => !["app/", "app/features/", ""].some((folder) => existsSync(`${folder}${file}`))),
  ).toEqual([]);
});

test("no requirement stands in it twice, and its counts are right", () => {
  const ids = rows.flatMap((row) => row.ids);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  const count = (state: string) => rows.filter((row) => row.state === state).flatMap((row) => row.ids).length;
  expect(text).toContain(
    `Counted by requirement: ${count("held")} held, ${count("not applicable")} not applicable, ${count("open")} open.`,
  );
});
