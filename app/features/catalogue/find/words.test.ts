import { expect, test } from "vitest";
import { lookedUp, placeIn, wordsOf } from "./words.server";

const typed = (q: string) => wordsOf(q).map((word) => word.typed);

test.each([
  ["Sea-Salt  butter/milk", ["sea", "salt", "butter", "milk"]],
  ["bread and the butter", ["bread", "butter"]],
  ["and", ["and"]],
  ["pan-1008 1.5", ["pan-1008", "1.5"]],
  ["青森の林檎", ["青森", "林檎"]],
  ["の", ["の"]],
  ["tea TEA Téa", ["tea"]],
])("%j is the words %j", (q, words) => expect(typed(q)).toEqual(words));

test("ten words count, however many there are", () => {
  expect(wordsOf(Array.from({ length: 2000 }, (_, n) => `w${n}`).join(" "))).toHaveLength(10);
});

test.each([
  ["tomatoes", ["tomato"]],
  ["berries", ["berries", "berry"]],
  ["leaf", ["leaf", "leaves"]],
  ["mangos", ["mango"]],
  ["التفاح", ["تفاح"]],
  ["茄子", [" 茄子"]],
  ["姜", [" 姜 "]],
  ["x", null],
  ["100%", ["100%"]],
])("the index is asked for %j as %j", (q, texts) => {
  const asked = lookedUp(wordsOf(q)[0]!);
  expect(asked && [...asked].sort()).toEqual(texts && [...texts].sort());
});

test.each([
  ["english peas", "peas", 3],
  ["pea shoots", "peas", 3],
  ["roasted peanuts", "peas", 0],
  ["roasted peanuts", "pea", 2],
  ["sweetcorn", "corn", 1],
  ["sweetcorn, corn", "corn", 3],
  ["mangoes", "mangos", 3],
  ["crème", "x", 0],
])("in %j stands %j: %i", (line, q, place) => expect(placeIn(line, wordsOf(q)[0]!)).toBe(place));
