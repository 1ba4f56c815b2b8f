import { expect, test } from "vitest";
import { readConfig } from "~/platform/config.server";
import { paidAt } from "./paid-at.server";

test("a payment's time is written as the list of payments has it, in the marketplace's time zone", () => {
  const config = {
    ...readConfig({ NODE_ENV: "test", APP_SECRET: "a secret that only the tests know." }),
    timeZone: "UTC",
  };
  expect(paidAt({ config }, "2024-03-05T14:07:00.000Z")).toBe("05.03.2024, 02:07 PM");
  expect(paidAt({ config }, "2024-12-31T00:05:00.000Z")).toBe("31.12.2024, 12:05 AM");
  expect(paidAt({ config: { ...config, timeZone: "America/New_York" } }, "2024-03-05T02:07:00.000Z")).toBe(
    "04.03.2024, 09:07 PM",
  );
});
