import { expect, test, vi } from "vitest";
import { asciiDigits } from "./ascii-digits";

test.each([
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["Hindi", "०१२३४५६७८९"],
  ["Bengali", "০১২৩৪৫৬৭৮৯"],
  ["Burmese", "၀၁၂၃၄၅၆၇၈၉"],
  ["Khmer", "០១២៣៤៥៦៧៨៩"],
  ["a full-width keyboard", "０１２３４５６７８９"],
  ["mathematics, whose rows stand one behind the other", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"],
])("the digits of %s are those that are counted with", (_, typed) => {
  expect(asciiDigits(typed)).toBe("0123456789");
});

test("every digit of Unicode is one of ten, and each row has them all", () => {
  const values = new Map<string, number>();
  for (let row = 0; row <= 0x10ff; row += 1) {
    // Halves of a surrogate pair are no letters.
    if (row >= 0xd8 && row <= 0xdf) continue;
    const letters = String.fromCodePoint(...Array.from({ length: 256 }, (_, at) => row * 256 + at));
    for (const [digit] of letters.matchAll(/\p{Nd}/gu)) {
      const value = asciiDigits(digit);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  expect([...values.keys()].toSorted().join("")).toBe("0123456789");
  expect(new Set(values.values()).size).toBe(1);
});

test("an amount keeps its point, and words stay as they are", () => {
  expect(asciiDigits("٣٫٥٠")).toBe("3.50");
  expect(asciiDigits("½ kg, 2 Äpfel, ²")).toBe("½ kg, 2 Äpfel, ²");
});

test("a digit is looked up once, however often it stands in a text", () => {
  const looked = vi.spyOn(String, "fromCodePoint");
  try {
    expect(asciiDigits("\u{1d7e1}\u{1d7e0}".repeat(30_000))).toBe("98".repeat(30_000));
    expect(looked.mock.calls.length).toBeLessThan(30);
  } finally {
    looked.mockRestore();
  }
});
