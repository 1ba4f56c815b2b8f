import { describe, expect, test } from "vitest";
import { dollars, dollars3 } from "./money";

describe("money", () => {
  test("a price has a dollar sign and always two decimals", () => {
    expect(dollars(4.2)).toBe("$4.20");
    expect(dollars(0)).toBe("$0.00");
  });

  test("thousands are separated by commas", () => {
    expect(dollars(1174.05)).toBe("$1,174.05");
    expect(dollars(1234567.8)).toBe("$1,234,567.80");
  });

  test("the order summary shows three decimals, the third by itself", () => {
    expect(dollars3(1174.05)).toEqual(["$1,174.05", "0"]);
    expect(dollars3(0.1)).toEqual(["$0.10", "0"]);
  });

  test("money given back keeps its minus in front of the sign", () => {
    expect(dollars(-9.9)).toBe("-$9.90");
  });
});
