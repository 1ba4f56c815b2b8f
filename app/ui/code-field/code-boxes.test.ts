import { describe, expect, test } from "vitest";
import { digitsOf, erasedAt, typedInto } from "./code-boxes";

describe("the boxes of a one-time code", () => {
  test("a digit typed goes into its box and on to the next", () => {
    expect(typedInto("", 0, "4", 5)).toEqual({ code: "4", next: 1 });
    expect(typedInto("4821", 4, "7", 5)).toEqual({ code: "48217", next: 4 });
  });

  test("a code pasted into any box fills all of them", () => {
    expect(typedInto("", 0, "48 217", 5)).toEqual({ code: "48217", next: 4 });
    expect(typedInto("", 3, "48217", 5)).toEqual({ code: "48217", next: 4 });
  });

  test("digits of any keyboard are digits", () => {
    expect(typedInto("", 0, "٤ ٨ ٢ ١ ٧", 5)).toEqual({ code: "٤٨٢١٧", next: 4 });
  });

  test("typing over a digit replaces it", () => {
    expect(typedInto("48217", 1, "9", 5)).toEqual({ code: "49217", next: 2 });
  });

  test("letters leave everything as it was", () => {
    expect(typedInto("48", 2, "x", 5)).toEqual({ code: "48", next: 2 });
  });

  test("backspace in an empty box takes away the digit before it", () => {
    expect(erasedAt("482", 3)).toEqual({ code: "48", next: 2 });
  });

  test("backspace in the first, empty box does nothing", () => {
    expect(erasedAt("", 0)).toEqual({ code: "", next: 0 });
  });

  test("only digits count, and no more than the code is long", () => {
    expect(digitsOf("code: 4821-799", 5)).toBe("48217");
  });
});
