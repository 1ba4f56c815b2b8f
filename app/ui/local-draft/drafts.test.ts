import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropAllDrafts, dropDraft, dropOldDrafts, isOld, keepDraft, readDraft, type Draft } from "./drafts";
import { typedIn, typedOver, underKeyOf, type Entries } from "./entries";

const ADD = "/merchant/products/add";
const DRAFT: Draft = {
  owner: "ada",
  savedAt: "2026-03-02T14:03:00.000Z",
  entries: [
    ["title", "Sweet corn"],
    ["image[0]", "0123"],
  ],
};
const now = Date.parse("2026-03-02T15:00:00.000Z");

/** A storage as browsers have it: its keys are its own. */
class Storage {
  setItem(name: string, value: string) {
    Object.assign(this, { [name]: value });
  }
  getItem(name: string) {
    return (this as Record<string, unknown>)[name] ?? null;
  }
  removeItem(name: string) {
    Reflect.deleteProperty(this, name);
  }
}

beforeEach(() => vi.stubGlobal("localStorage", new Storage()));
afterEach(() => vi.unstubAllGlobals());

test("a draft is read again by whom it belongs to, and by nobody else", () => {
  expect(keepDraft(ADD, DRAFT)).toBe(true);
  expect(readDraft(ADD, "ada", now)).toEqual(DRAFT);
  expect(readDraft(ADD, "eve", now)).toBeNull();
  expect(readDraft("/merchant/products/1/edit", "ada", now)).toBeNull();
});

test("a draft is forgotten after a month, once it is dropped, and when its owner leaves, with what the uploads remember", () => {
  keepDraft(ADD, DRAFT);
  expect(readDraft(ADD, "ada", now + 31 * 86_400_000)).toBeNull();
  dropDraft(ADD);
  expect(readDraft(ADD, "ada", now)).toBeNull();
  keepDraft(ADD, DRAFT);
  localStorage.setItem("tus::corn", "{}");
  localStorage.setItem("theirs", "stays");
  dropAllDrafts();
  expect(Object.keys(localStorage)).toEqual(["theirs"]);
});

test("what a visitor has typed is there for a day: the next visitor of a shared phone may be somebody else", () => {
  keepDraft(ADD, { ...DRAFT, owner: "" });
  expect(readDraft(ADD, "", now)).not.toBeNull();
  dropOldDrafts(now);
  expect(readDraft(ADD, "", now + 86_400_000)).toBeNull();
  expect(Object.keys(localStorage)).toEqual([`draft:${ADD}`]);
  dropOldDrafts(now + 86_400_000);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("what has been lying there for a month is thrown away, whoever it belongs to", () => {
  keepDraft(ADD, DRAFT);
  keepDraft("/contact#contact", { ...DRAFT, owner: "eve", savedAt: "2026-01-02T14:03:00.000Z" });
  localStorage.setItem("theirs", "stays");
  dropOldDrafts(now);
  expect(Object.keys(localStorage)).toEqual([`draft:${ADD}`, "theirs"]);
});

test("a draft with a password in it is thrown away: one that was shown while it was typed was once kept", () => {
  keepDraft(ADD, DRAFT);
  keepDraft("/signup/customer#sign-up", { ...DRAFT, entries: [["password", "harvest-moon"]] });
  dropOldDrafts(now);
  expect(Object.keys(localStorage)).toEqual([`draft:${ADD}`]);
});

test.each([
  "null",
  "{",
  "[]",
  "5",
  '{"owner":"ada"}',
  '{"owner":"ada","savedAt":"never","entries":[]}',
  '{"owner":"ada","savedAt":5,"entries":[]}',
])("what others wrote into the storage (%s) is no draft", (text) => {
  localStorage.setItem(`draft:${ADD}`, text);
  expect(readDraft(ADD, "ada", now)).toBeNull();
});

test("entries that are no fields are left out", () => {
  localStorage.setItem(`draft:${ADD}`, JSON.stringify({ ...DRAFT, entries: [["title", "Corn"], ["x"], 5, ["y", 5]] }));
  expect(readDraft(ADD, "ada", now)?.entries).toEqual([["title", "Corn"]]);
});

test("a storage that is switched off or full keeps nothing, and stops nobody", () => {
  vi.stubGlobal("localStorage", {
    setItem() {
      throw new Error("full");
    },
    getItem() {
      throw new Error("off");
    },
    removeItem() {
      throw new Error("off");
    },
  });
  expect(keepDraft(ADD, DRAFT)).toBe(false);
  expect(readDraft(ADD, "ada", now)).toBeNull();
  dropDraft(ADD);
  dropAllDrafts();
});

test("the form's own key makes no other draft", () => {
  expect(
    typedIn([
      ["_key", "one"],
      ["title", "Corn"],
    ]),
  ).toBe(
    typedIn([
      ["_key", "two"],
      ["title", "Corn"],
    ]),
  );
});

test("over an earlier draft what was typed wins, also what was emptied or added, and what was left alone gives way", () => {
  const initialEntries: Entries = [
    ["_key", "new"],
    ["fullname", ""],
    ["email", "ada@example.com"],
    ["description", ""],
    ["tag", "ripe"],
    ["tag", "sweet"],
  ];
  const earlier: Entries = [
    ["_key", "old"],
    ["fullname", "Wanda"],
    ["email", "wanda@example.com"],
    ["description", "My peaches"],
    ["tag", "ripe"],
    ["row[0]", "Bundle"],
  ];
  const now: Entries = [
    ["_key", "newer"],
    ["fullname", "W"],
    ["email", ""],
    ["description", ""],
    ["tag", "sweet"],
    ["row[1]", "Crate"],
  ];
  expect(Object.fromEntries(typedOver(earlier, now, initialEntries))).toEqual({
    _key: "old",
    fullname: "W",
    email: "",
    description: "My peaches",
    tag: "sweet",
    "row[0]": "Bundle",
    "row[1]": "Crate",
  });
  expect(typedIn(typedOver(earlier, initialEntries, initialEntries))).toBe(typedIn(earlier));
});

test("what is sent over an earlier draft is kept under the key that it was sent with", () => {
  const sentEntries: Entries = [
    ["_key", "new"],
    ["title", "Plums"],
  ];
  expect(underKeyOf(sentEntries, [["_key", "old"], ...DRAFT.entries])).toEqual([...DRAFT.entries, ["_key", "new"]]);
});

test("drafts of which only the order of the fields differs are the same, unless one field has several values", () => {
  const [title, one, two]: Entries = [
    ["title", "Corn"],
    ["tag", "ripe"],
    ["tag", "sweet"],
  ];
  expect(typedIn([title!, one!, two!])).toBe(typedIn([one!, two!, title!]));
  expect(typedIn([one!, two!])).not.toBe(typedIn([two!, one!]));
});

test("a draft says when its time is over: a visitor's after a day, an account's after a month", () => {
  const days = (count: number) => Date.parse(DRAFT.savedAt) + count * 86_400_000;
  expect([isOld({ ...DRAFT, owner: "" }, days(0.9)), isOld({ ...DRAFT, owner: "" }, days(1))]).toEqual([false, true]);
  expect([isOld(DRAFT, days(29)), isOld(DRAFT, days(30))]).toEqual([false, true]);
});
