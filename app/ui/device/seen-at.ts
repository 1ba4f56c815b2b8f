/** Says that a page is from the device and of when, by the clock of whoever reads it; empty for one that is not. */
export function seenAtText(at: string | null, now = new Date()): string {
  const seen = new Date(at ?? "");
  return Number.isNaN(seen.getTime()) ? "" : `As seen ${whenOf(seen, now)}. There is no connection now. `;
}

/** What stands behind it, and leads to the page that is shown. */
export const TRY_AGAIN = "Try again";

/** The hour of today, the day as well of an earlier one. */
export function whenOf(seen: Date, now = new Date()): string {
  const hour = seen.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (seen.toDateString() === now.toDateString()) return `at ${hour}`;
  return `on ${seen.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} at ${hour}`;
}
