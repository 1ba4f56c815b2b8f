import { expect, test } from "vitest";
import { fieldOfPiece, rowOf, shownPieces, weightsForm } from "./weights-form.server";

const id = (n: number) => n.toString(16).padStart(24, "0");
const row = rowOf(id(7));
const weights = (count: number, weighed: number) =>
  Array.from({ length: count }, (_, piece) => (piece < weighed ? 0.3 : null));

test("a line has a field for each piece; of many those from the first on that is not weighed", () => {
  expect(shownPieces(weights(3, 1))).toEqual({ start: 0, shownWeights: [0.3, null, null] });
  for (const [weighed, start] of [
    [0, 0],
    [100, 100],
    [170, 150],
    [250, 0],
  ] as const) {
    const shownRow = shownPieces(weights(250, weighed));
    expect([weighed, shownRow.start, shownRow.shownWeights.length]).toEqual([weighed, start, 100]);
  }
});

test("weights of later pieces stand at their places, and a refused one is told at its field", () => {
  const form = new FormData();
  form.set(`rows.${row}.order`, id(1));
  form.set(`rows.${row}.start`, "100");
  const fields = { rows: { [row]: { order: id(1), start: "100", pieces: ["280", "", "310"] } } };
  const [line] = weightsForm(form).parse(fields);
  expect(line?.pieces.length).toBe(103);
  expect(line?.pieces.slice(99)).toEqual([null, "280", null, "310"]);
  expect([fieldOfPiece(form, row, 102), fieldOfPiece(new FormData(), row, 2)]).toEqual([2, 2]);
});
