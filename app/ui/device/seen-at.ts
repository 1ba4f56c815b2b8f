/** What the link after it says, which asks for the page once more. */
export const TRY_AGAIN = "Try again";

/** Says that a page is from the device and of when, by the clock of whoever reads it; empty where it is not. */
export function seenAt(at: string | null, now = new Date()): string {
  const seen = new Date(at ?? "");
  if (Number.isNaN(seen.getTime())) return "";
  return `As seen ${whenOf(seen, now)}. There is no connection now. `;
}

/** The hour of today, the day as well of an earlier one. */
export function whenOf(seen: Date, now = new Date()): string {
  const hour = seen.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (seen.toDateString() === now.toDateString()) return `at ${hour}`;
  return `on ${seen.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} at ${hour}`;
}
