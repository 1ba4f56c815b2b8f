import { expect, test } from "vitest";
import { aStall } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases(
  "a merchant who sends spreadsheets without end",
  (world) => {
    test("has to wait", async () => {
      const { check } = await aStall(world);
      const answers = [];
      for (let n = 0; n < 61; n += 1) answers.push((await check("SKU\nA")).status);
      expect([answers.filter((status) => status === 422).length, answers.at(-1)]).toEqual([60, 429]);
    });
  },
  { limits: true },
);
