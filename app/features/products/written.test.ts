import { expect, test } from "vitest";
import { optionalText, personName, text } from "~/features/fields";
import { described, tags, variations } from "~/features/products/fields-schema";

const TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

test.each([
  ["a text", text("Street")],
  ["an optional text", optionalText("Street")],
  ["a name", personName("Name")],
  ["a product's title", described.title],
  ["a product's description", described.description],
])("%s does not turn around what stands behind it", (_, schema) => {
  expect(schema.parse(`${TURNS}Apples, one kilogram${TURNS}`)).toBe("Apples, one kilogram");
});

test("nor do a product's tags and variations", () => {
  expect(tags.parse([`${TURNS}sweet`])).toEqual(["sweet"]);
  expect(variations.parse([{ variation: `${TURNS}Colour`, value: `red${TURNS}` }])).toEqual([
    { variation: "Colour", value: "red" },
  ]);
});

test("what joins letters stays, for some scripts cannot be written without", () => {
  const joined = "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937";
  expect(text("Street").parse(joined)).toBe(joined);
  expect(described.title.parse(joined)).toBe(joined);
});

test.each(["\u200b", "\u2800", "\u202e", "\u3164", "\ufeff"])(
  "five times %j is no title, nor a street: nobody sees it",
  (letter) => {
    const nothing = letter.repeat(5);
    expect(described.title.safeParse(nothing).error?.issues.map(({ message }) => message)).toEqual([
      "This field is required.",
    ]);
    expect(
      text("Street")
        .safeParse(nothing)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["Street is required"]);
    expect(optionalText("Street").parse(nothing)).toBe("");
    expect(tags.parse([nothing])).toEqual([]);
  },
);
