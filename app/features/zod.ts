import { z } from "zod";

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
};

/*
 * zod as the whole shop has it: read before the first schema is made, or that one makes code of texts in the browser.
 * What a field says that has no sentence of its own is for people; zod's own wording is for programmers. Source:
 * specification §5, Product form.
 */
z.config({
  // Its faster way makes code of texts, which the policy of a page forbids.
  jitless: typeof document !== "undefined",
  customError(issue) {
    if (issue.code === "invalid_type" && issue.input === undefined) return "This field is required.";
    if (issue.code === "invalid_type") return `This must be ${KINDS[issue.expected] ?? "something else"}.`;
    if (issue.code === "invalid_value") return oneOf(issue.values.map(String));
    if (issue.code === "too_small" && issue.origin === "string")
      return `Minimum length is ${issue.minimum} characters.`;
    if (issue.code === "too_big" && issue.origin === "string") return `Maximum length is ${issue.maximum} characters.`;
    if (issue.code === "too_small") return `This must be at least ${issue.minimum}.`;
    if (issue.code === "too_big") return `This can be at most ${issue.maximum}.`;
    return "Invalid format.";
  },
});

/** The most characters of a sentence about a field. */
const MOST_CHARACTERS = 200;

/** Names what is taken, or some of it where that is long: the document of the API has all. */
function oneOf(names: string[]): string {
  const sentence = `This must be one of: ${names.join(", ")}.`;
  return sentence.length <= MOST_CHARACTERS
    ? sentence
    : `This must be one of ${names.length} values, such as ${names.slice(0, 3).join(", ")}.`;
}

export { z };
