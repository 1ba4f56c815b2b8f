import type { Notice } from "~/session/session.server";

/** Characters of titles that a notice names, which travels in a cookie. */
const MOST_CHARACTERS = 400;

/** Tells what of an order is in the cart again, and names once what is not. */
export function boughtAgain(
  lines: number,
  { missing, fewer }: { missing: string[]; fewer: { title: string; quantity: number }[] },
): string | Notice {
  const gone = missing.length > 0 ? ` Not to be had just now: ${named(missing)}.` : "";
  const less = fewer.length > 0 ? ` Fewer than before: ${named(fewer.map((f) => `${f.quantity} of ${f.title}`))}.` : "";
  if (gone === "" && less === "") return "Everything is in your cart again.";
  if (missing.length >= lines) return { type: "danger", message: gone.trim() };
  return `${gone === "" ? "Everything" : "The rest"} is in your cart again.${gone}${less}`;
}

/** As many of the names as a notice has room for, and how many more there are. */
function named(names: string[]): string {
  let length = 0;
  const shown = names.filter((name) => (length += name.length + 2) <= MOST_CHARACTERS);
  const more = names.length - shown.length;
  return more > 0 ? `${[...shown, `${more} more`].join(", ")}` : shown.join(", ");
}
