const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Whether a text is a day of this century, such as 2026-03-31; the 31st of February is none. */
export function isDay(text: string): boolean {
  // JavaScript takes a day that a month does not have for one of the next month.
  return DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}
