import { expect, test } from "vitest";
import { mergedForm, openedWith, OPENED, versionIn, type FormValues } from "./merged-form.server";

const VERSION = `"${"a".repeat(32)}"`;
const SHEET: FormValues = {
  title: "Pears",
  description: "One line\nand another",
  isPhysical: true,
  tags: new Set(["ripe", "sweet"]),
  image: ["one", "two"],
  variations: [{ variation: "Size", value: "2 kg" }],
};

/** A form that was opened with `before`, as a browser posts it with `typed`. */
function postedForm(before: FormValues, entries: [string, string][]): FormData {
  const form = new FormData();
  form.set(OPENED, openedWith(VERSION, before));
  for (const [name, value] of entries) form.append(name, value);
  return form;
}
const untouched: [string, string][] = [
  ["title", "Pears"],
  ["description", "One line\r\nand another"],
  ["isPhysical", "on"],
  ["tags", "sweet"],
  ["tags", "ripe"],
  ["image[0]", "one"],
  ["image[1]", "two"],
  ["variations[0].variation", "Size"],
  ["variations[0].value", "2 kg"],
];
const edited = (name: string, value: string) =>
  untouched.map(([field, text]): [string, string] => (field === name ? [field, value] : [field, text]));

test("fields that only others changed become theirs, in whatever form a field is posted", () => {
  const current: FormValues = {
    title: "Plums",
    description: "Another",
    isPhysical: false,
    tags: new Set(["sour"]),
    image: ["two", "one", "three"],
    variations: [],
  };
  const { form, conflicts } = mergedForm(postedForm(SHEET, untouched), current);
  expect(conflicts).toEqual([]);
  expect([...form].filter(([name]) => name !== OPENED)).toEqual([
    ["title", "Plums"],
    ["description", "Another"],
    ["tags", "sour"],
    ["image[0]", "two"],
    ["image[1]", "one"],
    ["image[2]", "three"],
  ]);
});

test("what only the form changed stays, and what both changed alike is settled", () => {
  const form = postedForm(SHEET, edited("title", "Quinces"));
  expect(mergedForm(form, SHEET).form.get("title")).toBe("Quinces");
  expect(mergedForm(form, { ...SHEET, title: "Quinces", isPhysical: false })).toMatchObject({ conflicts: [] });
});

test("another order of a list is a change, of a set it is none", () => {
  const { form } = mergedForm(postedForm(SHEET, untouched), { ...SHEET, image: ["two", "one"] });
  expect([form.get("image[0]"), form.getAll("tags")]).toEqual(["two", ["sweet", "ripe"]]);
});

test("what both changed otherwise is asked, and holds as it is answered, for as long as nobody saves again", () => {
  const current = { ...SHEET, title: "Plums" };
  const edits = edited("title", "Quinces");
  const [conflict] = mergedForm(postedForm(SHEET, edits), current).conflicts;
  expect(conflict).toMatchObject({ name: "title", typed: "Quinces", saved: "Plums" });
  const { name = "", values } = conflict?.choice ?? {};
  const formWithAnswer = (value = "") => postedForm(SHEET, [...edits, [name, value]]);
  expect(mergedForm(formWithAnswer(values?.typed), current).form.get("title")).toBe("Quinces");
  expect(mergedForm(formWithAnswer(values?.saved), current).form.get("title")).toBe("Plums");
  expect(mergedForm(formWithAnswer(), current).conflicts).toHaveLength(1);
  // The record was saved once more, so the answer was about another value.
  expect(mergedForm(formWithAnswer(values?.typed), { ...SHEET, title: "Grapes" }).conflicts).toHaveLength(1);
});

test("one answer of two is not lost: both are asked again", () => {
  const current = { ...SHEET, title: "Plums", description: "Theirs" };
  const edits = edited("title", "Quinces").map(([name, value]): [string, string] =>
    name === "description" ? [name, "Mine"] : [name, value],
  );
  const [title] = mergedForm(postedForm(SHEET, edits), current).conflicts;
  const half = postedForm(SHEET, [...edits, [title?.choice.name ?? "", title?.choice.values.typed ?? ""]]);
  expect(mergedForm(half, current).conflicts.map(({ name }) => name)).toEqual(["title", "description"]);
});

test("a form carries its version and no more than 25 bytes a field, however long the fields are", () => {
  const openedText = openedWith(VERSION, { description: "x".repeat(10_000), title: "y".repeat(100) });
  expect(openedText.length).toBeLessThan(VERSION.length + 2 * 25);
  expect(versionIn(postedForm(SHEET, []))).toBe(VERSION);
  expect(versionIn(new FormData())).toBeUndefined();
});
