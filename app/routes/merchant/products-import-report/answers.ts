import type { ImportAnswers } from "~/features/product-sheets/schema";

/* Reads the answers for the service from the form of questions about a spreadsheet. */

/** The prefix of a question's name. `GENERAL` is the prefix of a kind of question. */
export const ANSWER = "answer:";
export const GENERAL = "all:";
/** The most questions on a page, below the limit of a posted form. */
export const MOST_QUESTIONS = 300;

const GENERAL_CODE = (code: string) => code as ImportAnswers["all"][number]["code"];

/** The choices in a posted form. The service refuses an unknown kind of question. */
export function answersOf(form: FormData): ImportAnswers {
  const entries = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  const below = (prefix: string) =>
    entries.flatMap(([name, choice]) => (name.startsWith(prefix) ? [{ name: name.slice(prefix.length), choice }] : []));
  return {
    answers: below(ANSWER).map(({ name, choice }) => ({ question: name, choice })),
    all: below(GENERAL).map(({ name, choice }) => ({ code: GENERAL_CODE(name), choice })),
  };
}
