import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FORMS } from "../../tests/fixtures/forms";

/* Every form uses our own components, is in the table of forms, and takes effect once. Read from the source. */

const sources = readdirSync("app", { recursive: true })
  .map((name) => String(name).replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, code: readFileSync(`app/${file}`, "utf8") }));
const table = readFileSync("app/routes.ts", "utf8");

test("no screen has a form of its own making: all are the ones of ui/form, which know what to do without a line", () => {
  const rawForms = sources.filter(
    ({ file, code }) => !file.startsWith("ui/form/") && /<form\b|<Form\b|\.Form\b/.test(code),
  );
  expect(rawForms.map(({ file }) => file)).toEqual([]);
});

test("every form stands in the table of forms, and nothing in the table is gone", () => {
  const uses = new Map<string, number>();
  for (const { file, code } of sources) {
    const count = code.match(/<(PostForm|PlainForm|QuickForm|ListsForm|QueryForm)\b/g)?.length ?? 0;
    if (count > 0 && !file.startsWith("ui/form/")) uses.set(file, count);
  }
  const entries = new Map<string, number>();
  for (const { file } of FORMS) entries.set(file, (entries.get(file) ?? 0) + 1);
  const sorted = (counts: Map<string, number>) => [...counts].sort(([a], [b]) => a.localeCompare(b));
  expect(sorted(entries)).toEqual(sorted(uses));
});

test("the intents in the table are those of the buttons", () => {
  for (const { file, intents = [] } of FORMS) {
    const code = sources.find((source) => source.file === file)?.code ?? "";
    for (const intent of intents.filter((name) => name && !/^(less|more|set|.*regions|checkout)$/.test(name)))
      expect(code, `${file} has no button for "${intent}"`).toMatch(new RegExp(`"${intent}"`));
  }
});

test("a form that is done once by its key has one, where its page may hold it", () => {
  const keyless = FORMS.filter(({ once }) => once === "key").filter(({ file }) => {
    const code = sources.find((source) => source.file === file)?.code ?? "";
    // Pages that are the same for everybody hold no key. There the browser makes it, or the form says what it saw.
    return !/idempotencyKey|formKey|hiddenInputs/.test(code) && !/newsletter|root/.test(file);
  });
  expect(keyless).toEqual([]);
});

test("every page and every target is an address of the site", () => {
  const addresses = FORMS.flatMap(({ page, to }) => [page, to ?? page]);
  const unknown = addresses.filter((address) => {
    const path = address.replace(/^\/(customer|merchant|operator)(?=\/|$)/, "").replace(/^\//, "");
    return path !== "" && !table.includes(`route("${path}"`) && !table.includes(`route("${address.slice(1)}"`);
  });
  expect(unknown).toEqual([]);
});

test("no form has the id of the panel around it: fields name their form by its id, and would be sent by none", () => {
  const ambiguous = sources.flatMap(({ file, code }) => {
    const formIds = [...code.matchAll(/useForm\b[^(]*\(\{\s*id: "([\w-]+)"/g)].map(([, id = ""]) => id);
    return formIds.filter((id) => code.includes(` id="${id}"`)).map((id) => `${file}: ${id}`);
  });
  expect(ambiguous).toEqual([]);
});

test("no field is of the type that refuses mail addresses with letters outside of ASCII", () => {
  expect(sources.filter(({ code }) => /type="email"/.test(code)).map(({ file }) => file)).toEqual([]);
});

test("a browser gives back what was typed: no field of a form that is posted tells it to forget", () => {
  // Forms that only ask keep their fields in the address, and a code works only once.
  const askingForms = FORMS.filter(({ once }) => once === "only asks").map(({ file }) => file);
  const forgotten = sources.filter(({ code }) => code.includes('autoComplete="off"')).map(({ file }) => file);
  expect(forgotten.filter((file) => !askingForms.includes(file))).toEqual([
    "routes/account/login-second-factor/route.tsx",
  ]);
});

test("a form that writes a whole record carries what it was opened with, and no other does", () => {
  const writers = new Set(FORMS.filter(({ writes }) => writes === "record").map(({ file }) => file));
  const carriers = sources.filter(({ file, code }) => !file.startsWith("ui/form/") && code.includes("<OpenedWith"));
  expect(carriers.map(({ file }) => file).toSorted()).toEqual([...writers].toSorted());
  expect(FORMS.filter(({ once, writes }) => (once === "only asks") !== (writes === "nothing"))).toEqual([]);
});
