import { expect, test } from "vitest";
import { chosenIn, refusedIn } from "./choice";

const [ONE, TWO] = ["a".repeat(24), "b".repeat(24)];
const chosen = (query: string) => chosenIn(new URLSearchParams(query), [ONE, TWO]);

test("pieces of one line and an amount of another are read, with a comma as well; empty fields are none", () => {
  expect(chosen(`quantity.${ONE}=2&amount.${ONE}=&quantity.${TWO}=0&amount.${TWO}=1,50`)).toEqual({
    typed: { [`quantity.${ONE}`]: "2", [`amount.${TWO}`]: "1,50" },
    lines: [
      { lineId: ONE, quantity: 2 },
      { lineId: TWO, amount: 1.5 },
    ],
    problems: [],
  });
});

test("nothing is wrong before anything was asked for; a form sent empty says what to enter", () => {
  expect(chosen("")).toEqual({ typed: {}, lines: null, problems: [] });
  expect(chosen(`quantity.${ONE}=&amount.${ONE}=`).problems).toEqual([
    { field: "", message: "Enter how many pieces, or an amount, for at least one product." },
  ]);
});

test("what is no figure is told at its field and stays as it was typed", () => {
  for (const wrong of ["two", "-1", "1.5", "1e3"]) {
    const { typed, lines, problems } = chosen(`quantity.${TWO}=${wrong}`);
    expect([wrong, typed[`quantity.${TWO}`], lines, problems[0]?.field]).toEqual([
      wrong,
      wrong,
      null,
      `quantity.${TWO}`,
    ]);
  }
  expect(chosen(`quantity.${ONE}=1&amount.${TWO}=1.005`).problems).toEqual([
    { field: `amount.${TWO}`, message: "Dollars have at most two decimals." },
  ]);
  expect(chosen(`quantity.${ONE}=1&amount.${ONE}=1`).problems).toEqual([
    { field: `quantity.${ONE}`, message: "Enter either how many pieces or an amount." },
  ]);
});

test("what the service refuses stands at the field that it was typed into, anything else above them", () => {
  const lines = [{ lineId: TWO, amount: 9 }];
  expect(
    refusedIn(lines, [{ field: "lines.0.amount", message: "Too much." }, { message: "The bank asks for it back." }]),
  ).toEqual([
    { field: `amount.${TWO}`, message: "Too much." },
    { field: "", message: "The bank asks for it back." },
  ]);
});
