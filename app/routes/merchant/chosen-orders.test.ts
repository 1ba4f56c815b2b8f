import { expect, test } from "vitest";
import { chosenIn, ofChosen } from "./chosen-orders";

const read = (address: string) => chosenIn(new URLSearchParams(address.split("?")[1]));

test("an address that names orders reads back the same, each once", () => {
  expect(ofChosen("/merchant/orders/packing", "10012,10013")).toBe("/merchant/orders/packing?order=10012&order=10013");
  expect(read(ofChosen("/x", "10012,10013"))).toBe("10012,10013");
  expect(ofChosen("/x", "")).toBe("/x");
  expect(read("?order=7&order=8&order=7")).toBe("7,8");
});

test("what is no order number names nothing, and a hundred are the most", () => {
  expect(read("?order=&order=7;drop&order=-1&order=1e9&order=9999999999999")).toBe("");
  expect(read(`?${Array.from({ length: 150 }, (_, n) => `order=${n}`).join("&")}`).split(",")).toHaveLength(100);
});
