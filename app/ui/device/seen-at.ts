/** The text of the link that requests the page once more. */
export const TRY_AGAIN = "Try again";

/** The sentence that a page is from the device, with its time by the reader's clock; empty if it is not. */
export function seenAt(at: string | null, now = new Date()): string {
  const seenAtDate = new Date(at ?? "");
  if (Number.isNaN(seenAtDate.getTime())) return "";
  return `As seen ${whenOf(seenAtDate, now)}. There is no connection now. `;
}

/** The time of a moment today, with the date for an earlier day. */
export function whenOf(date: Date, now = new Date()): string {
  const hour = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === now.toDateString()) return `at ${hour}`;
  return `on ${date.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} at ${hour}`;
}
