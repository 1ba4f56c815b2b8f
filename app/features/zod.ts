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
 * The zod of the whole shop. It must be loaded before the first schema is made, which would otherwise make code of
 * texts in the browser. The messages are for fields without a sentence of their own. They are for people, while zod's
 * own wording is for programmers. Source: specification §5, Product form.
 */
z.config({
  // zod's faster way makes code of texts, which a page's content security policy forbids.
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

/** Names the accepted values, or only some if there are many. The API's document has all. */
function oneOf(names: string[]): string {
  const sentence = `This must be one of: ${names.join(", ")}.`;
  return sentence.length <= MOST_CHARACTERS
    ? sentence
    : `This must be one of ${names.length} values, such as ${names.slice(0, 3).join(", ")}.`;
}

export { z };
