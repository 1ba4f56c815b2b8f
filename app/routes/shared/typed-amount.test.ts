import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { z } from "~/features/zod";
import { sumGiven } from "./typed-amount";

const form = z.object({ given: sumGiven });

/** A form with a sum as a person types it. */
function formWith(text: string): FormData {
  const typedForm = new FormData();
  typedForm.set("given", text);
  return typedForm;
}

test.each([
  ["12,50", 12.5],
  ["12.50", 12.5],
  [" 20 ", 20],
  ["٢٠٫٥", 20.5],
])("a sum that is given is read with a comma or a point: %s", (text, amount) => {
  expect(parseWithZod(formWith(text), { schema: form })).toMatchObject({
    status: "success",
    value: { given: amount },
  });
});

test.each([
  ["twenty", "A sum is written as 20 or 12.40."],
  ["1,234.50", "A sum is written as 20 or 12.40."],
  ["12,345", "Dollars have at most two decimals."],
  ["100000,01", "The sum given can be at most $100,000."],
  ["", "This field is required."],
])("what is no sum says so at its field: %s", (text, sentence) => {
  expect(parseWithZod(formWith(text), { schema: form })).toMatchObject({ error: { given: [sentence] } });
});
