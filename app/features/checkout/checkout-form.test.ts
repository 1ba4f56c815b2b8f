import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { checkoutAtBilling, checkoutForm } from "./schema";

const home = {
  "billing.firstName": "Ada",
  "billing.lastName": "Byron",
  "billing.streetAddress": "12 Orchard Row",
  "billing.city": "Burlington",
  "billing.countryRegion": "United States",
};
const typed = (overrides: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...home, ...overrides })) form.set(name, value);
  return form;
};
const hidden = {
  "shipping.zipCode": "nonsense",
  "shipping.countryRegion": "United States",
  "shipping.telephone": "abc",
};

test("an address that is hidden is not judged, and what was typed there is kept", () => {
  const submission = parseWithZod(typed(hidden), { schema: checkoutAtBilling });
  expect(submission.status).toBe("success");
  expect(submission.reply().initialValue).toMatchObject({ shipping: { zipCode: "nonsense", telephone: "abc" } });
});

test("an address that is shown is judged", () => {
  const submission = parseWithZod(typed({ ...hidden, shipElsewhere: "on" }), { schema: checkoutForm });
  expect(Object.keys(submission.reply().error ?? {})).toEqual(
    expect.arrayContaining(["shipping.zipCode", "shipping.telephone"]),
  );
});
