import { isDay } from "~/features/days";

/** The rule for a value in an address, as a sentence for people. */
export interface QueryRule {
  field: string;
  isRight: (value: string) => boolean;
  sentence: string;
}

/**
 * The sentences about values in an address that cannot be understood. The page ignores such values and shows the
 * sentences. Empty values ask for nothing.
 */
export function misreadIn(search: URLSearchParams, rules: readonly QueryRule[]): string[] {
  const broken = rules.filter(({ field, isRight }) =>
    search.getAll(field).some((value) => value.trim() !== "" && !isRight(value)),
  );
  return [...new Set(broken.map(({ sentence }) => sentence))];
}

export const dayRule = (field: string, name: string): QueryRule => ({
  field,
  isRight: isDay,
  sentence: `${name} must be a day, such as 2026-03-31.`,
});

export const oneOfRule = (field: string, name: string, values: readonly string[]): QueryRule => ({
  field,
  isRight: (value) => values.includes(value),
  sentence: `${name} must be one of: ${values.join(", ")}.`,
});

export const pageRule: QueryRule = {
  field: "page",
  isRight: (value) => /^[1-9]\d{0,4}$/.test(value),
  sentence: "The page must be a number from 1 on.",
};
