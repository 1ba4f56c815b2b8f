import { expect, test } from "vitest";
import { cartChanges, changedCart } from "./cart-form";

const id = (n: number) => n.toString(16).padStart(24, "0");
const [apples, bread] = [id(1), id(2)];
const CARTS = [
  { product: apples, quantity: 2, seen: 2.5 },
  { product: bread, quantity: 1 },
];

/** The cart after its form is posted as shown, with these fields changed. */
function after(intent: string, fields: Record<string, string> = {}, carts = CARTS) {
  const form = new FormData();
  const fieldsShown = { [`quantity.${apples}`]: "2", [`was.${apples}`]: "2", [`seen.${apples}`]: "3" };
  const extraFields = { [`quantity.${bread}`]: "1", [`was.${bread}`]: "1", [`seen.${bread}`]: "4.2" };
  for (const [name, value] of Object.entries({ intent, ...fieldsShown, ...extraFields, ...fields }))
    form.set(name, value);
  return changedCart(carts, cartChanges(form, carts));
}
const quantities = (carts: { quantity: number }[]) => carts.map(({ quantity }) => quantity);

test.each(["update", "checkout", `more.${bread}`, `remove.${bread}`, ""])(
  "a quantity that was typed counts whichever button is pressed: %s",
  (intent) => {
    expect(after(intent, { [`quantity.${apples}`]: "7" })[0]?.quantity).toBe(7);
  },
);

test("the buttons of a line change that line, counted from what was typed", () => {
  expect(quantities(after(`more.${apples}`, { [`quantity.${apples}`]: "7" }))).toEqual([8, 1]);
  expect(quantities(after(`less.${bread}`))).toEqual([2, 1]);
  expect(quantities(after(`set.${apples}.5`))).toEqual([5, 1]);
  expect(after(`remove.${apples}`)).toEqual([CARTS[1]]);
  expect(after("clear", { [`quantity.${apples}`]: "7" })).toEqual([]);
});

test("− stops at 1, and + goes on to the most that a line may have", () => {
  expect(quantities(after(`less.${apples}`, { [`quantity.${apples}`]: "1" }))).toEqual([1, 1]);
  expect(quantities(after(`more.${apples}`, { [`quantity.${apples}`]: "9999" }))).toEqual([9999, 1]);
});

test.each([
  ["0", 1],
  ["-3", 1],
  ["1e9", 9999],
  ["2.7", 2],
])("a quantity that is typed as %s becomes %i", (typed, quantity) => {
  expect(after("update", { [`quantity.${apples}`]: typed })[0]?.quantity).toBe(quantity);
});

test("what nobody touched stays as another page has left it, and what was taken out there stays out", () => {
  expect(
    quantities(after("update", { [`quantity.${bread}`]: "4" }, [{ ...CARTS[0]!, quantity: 9 }, CARTS[1]!])),
  ).toEqual([9, 4]);
  expect(after("update", { [`quantity.${bread}`]: "4" }, [CARTS[0]!])).toEqual([CARTS[0]]);
});

test("nonsense changes nothing", () => {
  const fields = { [`quantity.${apples}`]: "many", [`seen.${bread}`]: "-1e9" };
  expect(after("checkout", { ...fields, [`was.${apples}`]: "x" })).toEqual(CARTS);
  expect(after(`more.${id(9)}`)).toEqual(CARTS);
});

test("prices count as seen once the person goes on to the checkout, not before", () => {
  expect(after("update").map(({ seen }) => seen)).toEqual([2.5, undefined]);
  expect(after("checkout").map(({ seen }) => seen)).toEqual([3, 4.2]);
});
