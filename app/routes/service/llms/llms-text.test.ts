import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { llmsText } from "./llms-text";

test("the text for programs begins with the market's name, and each of its links leads to an address of the site", () => {
  const text = llmsText("https://shop.example", "Orchard & Co");
  expect(text.startsWith("# Orchard & Co\n\n> ")).toBe(true);
  const table = readFileSync("app/routes.ts", "utf8");
  const paths = [...text.matchAll(/\]\(https:\/\/shop\.example\/([^)]+)\)/g)].map((match) => match[1] ?? "");
  expect(paths).toHaveLength(9);
  for (const path of paths.filter((one) => !one.startsWith("api/")))
    expect([path, table.includes(`"${path}"`)]).toEqual([path, true]);
});
