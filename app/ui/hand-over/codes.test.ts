import { expect, test } from "vitest";
import { comparable, inHalves, lookUp } from "./codes";
import type { RowOrder } from "./contract";

const order = (code: string, closed = ""): RowOrder => ({
  id: code,
  numbers: "#10012",
  code,
  name: "Amara Whitcombe",
  lines: [],
  notes: "",
  payment: "",
  isToPay: false,
  dueCents: 0,
  step: closed ? "done" : "open",
  closed,
});
const ORDERS = [order("K7M4QP"), order("10ABCD"), order("B4T6WN", "this was handed over already.")];
const SETTINGS = { elsewhere: [{ code: "P9C3FJ", day: "Saturday 5 December" }] };
const answer = (typedCode: string) => {
  const outcome = lookUp(typedCode, ORDERS, SETTINGS);
  return "order" in outcome ? outcome.order.code : outcome.problem;
};

test.each(["K7M4QP", "k7m 4qp", " K7M-4QP "])("a code is understood as it is typed: %s", (typedCode) => {
  expect(answer(typedCode)).toBe("K7M4QP");
});

test.each(["10ABCD", "ioabcd", "LO-ABCD", "1o ABCD"])("O is read as 0, I and L as 1: %s", (typedCode) => {
  expect(answer(typedCode)).toBe("10ABCD");
});

test.each([
  ["ZZZZZZ", "No order of this day has the code ZZZ ZZZ."],
  ["K7M4", "A code has 6 characters, such as K7M 4QP."],
  ["p9c3fj", "This order is collected on Saturday 5 December."],
  ["B4T 6WN", "Amara Whitcombe: this was handed over already."],
])("a code that hands nothing over says why: %s", (typedCode, sentence) => {
  expect(answer(typedCode)).toBe(sentence);
});

test("a code is read out in two halves", () => {
  expect([comparable("k7m 4qp"), inHalves("K7M4QP")]).toEqual(["K7M4QP", "K7M 4QP"]);
});
