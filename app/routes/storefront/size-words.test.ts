import { expect, test } from "vitest";
import { contentBeside, sizeInWords, sizesInWords } from "./size-words";

const size = (name: string, amount?: number, unit: "g" | "kg" | "piece" = "kg", weighed = false) => ({
  name,
  ...(amount !== undefined && { content: { amount, unit } }),
  ...(weighed && { weighed: true as const }),
});

test("a size says its name and its content, and neither twice", () => {
  expect(sizeInWords(size("", 500, "g"))).toBe("500\u00A0g");
  for (const name of ["500 g bag", "500g bag", "Bag of 500\u00A0g"])
    expect(sizeInWords(size(name, 500, "g"))).toBe(name);
  expect(sizeInWords(size("Case", 12, "piece"))).toBe("Case, 12\u00A0pieces");
  expect(sizeInWords(size("Bunch"))).toBe("Bunch");
  expect(sizeInWords(size(""))).toBe("");
  // "1.5 kg" ends with "5 kg", but is another content.
  expect(contentBeside(size("1.5 kg", 5))).toBe("5\u00A0kg");
});

test("what is weighed at packing says so, and about how much it is", () => {
  expect(sizeInWords(size("", 3, "kg", true))).toBe("about 3\u00A0kg, weighed");
  expect(sizeInWords(size("Half wheel", 3, "kg", true))).toBe("Half wheel, about 3\u00A0kg, weighed");
});

test("a card names as many sizes as stand in a line, and that there are more", () => {
  const line = (names: string[], priced = 0) => {
    const sizes = names.map((name) => size(name));
    return sizesInWords(sizes, sizes[priced]);
  };
  expect(sizesInWords([size("", 3, "kg", true)], undefined)).toBe("about 3\u00A0kg, weighed");
  expect(line(["1 kg", "2 kg", "5 kg"])).toBe("1 kg, 2 kg, 5 kg");
  expect(line(["300 g wedge", "1 kg piece", "Slab", "Whole wheel"])).toBe("300 g wedge …");
  expect(line(["Case of twelve bottles of 750 ml"])).toBe("Case of twelve bottles of 750 ml");
});

test("the size that a card's price belongs to is always named", () => {
  const sizes = ["Case of 12 bottles", "6 bottles", "Bottle"].map((name) => size(name));
  expect(sizesInWords(sizes, sizes[2])).toBe("Bottle …");
  expect(sizesInWords(sizes, sizes[0])).toBe("Case of 12 bottles …");
});
