import type { Notice } from "~/session/session.server";

/** The most characters of titles in a notice, which travels in a cookie. */
const MOST_CHARACTERS = 400;

/** Says what of an order is in the cart again. Names the products that are missing or fewer. */
export function boughtAgain(
  lines: number,
  { missing, fewer }: { missing: string[]; fewer: { title: string; quantity: number }[] },
): string | Notice {
  const missingNote = missing.length > 0 ? ` Not to be had just now: ${titlesInWords(missing)}.` : "";
  const less =
    fewer.length > 0 ? ` Fewer than before: ${titlesInWords(fewer.map((f) => `${f.quantity} of ${f.title}`))}.` : "";
  if (missingNote === "" && less === "") return "Everything is in your cart again.";
  if (missing.length >= lines) return { type: "danger", message: missingNote.trim() };
  return `${missingNote === "" ? "Everything" : "The rest"} is in your cart again.${missingNote}${less}`;
}

/** As many names as a notice has room for, and the number of the others. */
function titlesInWords(names: string[]): string {
  let length = 0;
  const titles = names.filter((name) => (length += name.length + 2) <= MOST_CHARACTERS);
  const restCount = names.length - titles.length;
  return restCount > 0 ? `${[...titles, `${restCount} more`].join(", ")}` : titles.join(", ");
}
