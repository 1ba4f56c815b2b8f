import type { SubmissionResult } from "@conform-to/react";

/**
 * Limits on the characters that a refused form gives back, in one field and in all. The longest field of a form has
 * 10,000. In a page each may take ten bytes, as `<` does in the field and in the page's data.
 */
const MOST_OF_FIELD = 20_000;
const MOST_IN_ALL = 48_000;
/** Limit on the values of a refused form, including lists and their items. */
const MOST_VALUES = 1500;

/** Cuts a refused form, as it goes back to its page, to what a form of ours may hold. */
export function boundedEcho<Result extends SubmissionResult<string[]>>(result: Result): Result {
  let [characters, values] = [MOST_IN_ALL, MOST_VALUES];
  const bounded = (value: unknown): unknown => {
    values -= 1;
    if (values < 0) return undefined;
    if (typeof value === "string") {
      const text = value.slice(0, Math.min(MOST_OF_FIELD, characters));
      characters -= text.length;
      return text;
    }
    if (Array.isArray(value)) return value.slice(0, Math.max(0, values)).map(bounded);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bounded(inner)]));
  };
  if (!result.initialValue) return result;
  return { ...result, initialValue: bounded(result.initialValue) as Record<string, unknown> };
}
