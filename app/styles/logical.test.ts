import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* Pages are mirrored where the language is read from right to left, because no style names left or right. */

const PHYSICAL = [
  /\b(margin|padding|border|inset)(Left|Right)\w*:/,
  /(^|[\s{,])(left|right):/,
  /\b(textAlign|float|clear|captionSide): "(left|right)"/,
  /\bborder(Top|Bottom)(Left|Right)Radius:/,
];
/** Shorthands for all four sides. They name a side if the second and the fourth value differ. */
const ALL_SIDES = /\b(?:inset|margin|padding): ([`"])(.*?)\1/g;

function sidesDiffer(value: string): boolean {
  const sides = value.match(/\$\{[^}]*\}|calc\((?:[^()]|\([^)]*\))*\)|[^\s]+/g) ?? [];
  return sides.length === 4 && sides[1] !== sides[3];
}

/** The lines of a sheet that name a side. */
function physical(code: string): string[] {
  return code
    .split("\n")
    .filter(
      (line) =>
        PHYSICAL.some((pattern) => pattern.test(line)) ||
        [...line.matchAll(ALL_SIDES)].some(([, , value = ""]) => sidesDiffer(value)),
    );
}

test("no style sheet says left or right where it can say start or end", () => {
  const sheets = readdirSync("app", { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".css.ts"));
  expect(sheets.length).toBeGreaterThan(50);
  const physicalLines = sheets.flatMap((file) =>
    physical(readFileSync(`app/${file}`, "utf8")).map((line) => [file, line]),
  );
  expect(physicalLines).toEqual([]);
});

test("what would be a side is found", () => {
  const sides = ["  marginLeft: 0,", "  right: 0,", '  inset: "0 1px 0 auto",', '  textAlign: "left",'];
  for (const line of sides) expect(physical(line)).toEqual([line]);
  expect(physical('  insetInline: "0 auto",\n  padding: "4px 8px",\n  inset: 0,\n  textAlign: "start",')).toEqual([]);
});
