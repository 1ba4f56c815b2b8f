import { expect, test } from "vitest";
import { moveSize, moveUp } from "./size-order";

/** A form with a first size and two further sizes. */
function aForm(intent: string) {
  const form = new FormData();
  const fields = {
    intent,
    title: "Oats",
    sizeId: "a",
    sizeName: "Bag",
    amount: "1.00",
    "sizes[0].id": "b",
    "sizes[0].name": "Sack",
    "sizes[0].amount": "9.00",
    "sizes[0].stockVersion": "4",
    "sizes[1].id": "",
    "sizes[1].name": "Case",
    "sizes[1].amount": "5.00",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const order = (form: FormData) =>
  ["sizeName", "sizes[0].name", "sizes[1].name"].map((name) => form.get(name)).join(", ");

test("a size moves one place up with all of its fields, and the first row becomes the form's own size", () => {
  const form = aForm(moveUp(0));
  expect([moveSize(form), order(form)]).toEqual([true, "Sack, Bag, Case"]);
  expect(
    ["sizeId", "amount", "stockVersion", "sizes[0].id", "sizes[0].amount", "title"].map((n) => form.get(n)),
  ).toEqual(["b", "9.00", "4", "a", "1.00", "Oats"]);
  const second = aForm(moveUp(1));
  expect([moveSize(second), order(second)]).toEqual([true, "Bag, Case, Sack"]);
});

test("a row that is not there changes nothing, and other intents are no moves", () => {
  const form = aForm(moveUp(2));
  expect([moveSize(form), order(form)]).toEqual([true, "Bag, Sack, Case"]);
  for (const intent of ["draw", "size-up:", "size-up:-1", "size-up:1x", ""])
    expect([intent, moveSize(aForm(intent))]).toEqual([intent, false]);
});
