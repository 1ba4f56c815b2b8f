/** The text of the link that requests the page once more. */
export const TRY_AGAIN = "Try again";

/** Says that a page is from the device and of when, by the clock of whoever reads it; empty where it is not. */
export function seenAt(at: string | null, now = new Date()): string {
  const seenAtDate = new Date(at ?? "");
  if (Number.isNaN(seenAtDate.getTime())) return "";
  return `As seen ${whenOf(seenAtDate, now)}. There is no connection now. `;
}

/** The hour of today, the day as well of an earlier one. */
export function whenOf(date: Date, now = new Date()): string {
  const hour = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === now.toDateString()) return `at ${hour}`;
  return `on ${date.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} at ${hour}`;
}
