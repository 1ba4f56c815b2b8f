import type { ImportAnswers } from "~/features/product-sheets/schema";

/* The form of the questions about a spreadsheet, from its fields to the service's answers. */

/** Before a question's name, and before a kind of question. */
export const ANSWER = "answer:";
export const GENERAL = "all:";
/** Questions on a page: below what a posted form may hold. */
export const MOST_QUESTIONS = 300;

const GENERAL_CODE = (code: string) => code as ImportAnswers["all"][number]["code"];

/** The choices of a posted form. The service refuses a kind of question that it does not know. */
export function answersOf(form: FormData): ImportAnswers {
  const entries = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  const below = (prefix: string) =>
    entries.flatMap(([name, choice]) => (name.startsWith(prefix) ? [{ name: name.slice(prefix.length), choice }] : []));
  return {
    answers: below(ANSWER).map(({ name, choice }) => ({ question: name, choice })),
    all: below(GENERAL).map(({ name, choice }) => ({ code: GENERAL_CODE(name), choice })),
  };
}
