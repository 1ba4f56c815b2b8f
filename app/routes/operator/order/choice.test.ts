import { expect, test } from "vitest";
import { orderChoiceIn, refusedOf } from "./choice";

const [PART, LINE] = ["a".repeat(24), "b".repeat(24)];
const chosen = (query: string) => orderChoiceIn(new URLSearchParams(query), [PART], [LINE]);

test("everything that is left, a part of it, or pieces and amounts of single lines are asked for", () => {
  expect(chosen("what=all").asked).toEqual({ deliveryFee: false });
  expect(chosen("what=all&deliveryFee=on").asked).toEqual({ deliveryFee: true });
  expect(chosen(`what=${PART}&quantity.${LINE}=`).asked).toEqual({ partId: PART, deliveryFee: false });
  expect(chosen(`what=pieces&amount.${LINE}=1,50`).asked).toEqual({
    lines: [{ lineId: LINE, amount: 1.5 }],
    deliveryFee: false,
  });
});

test("nothing is wrong before anything was asked for, and what does not fit together is told at its field", () => {
  expect(chosen("")).toEqual({ what: "", deliveryFee: false, typed: {}, asked: null, problems: [] });
  const wrong = (query: string) => {
    const { asked, problems } = chosen(query);
    return [asked, ...problems.map(({ field }) => field)];
  };
  expect(wrong("what=")).toEqual([null, "what"]);
  expect(wrong(`what=${"c".repeat(24)}`)).toEqual([null, "what"]);
  expect(wrong(`what=pieces&quantity.${LINE}=`)).toEqual([null, "what"]);
  expect(wrong(`what=all&quantity.${LINE}=1`)).toEqual([null, "what"]);
  expect(wrong(`what=pieces&quantity.${LINE}=two`)).toEqual([null, `quantity.${LINE}`]);
});

test("what the service refuses of it stands at the field that it was typed into", () => {
  const choice = refusedOf(chosen(`what=pieces&quantity.${LINE}=9`), [
    { field: "lines.0.quantity", message: "Only 3." },
  ]);
  expect([choice.asked, choice.problems]).toEqual([null, [{ field: `quantity.${LINE}`, message: "Only 3." }]]);
});
