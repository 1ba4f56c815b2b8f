import type { SavedLists, SeenItem } from "~/features/cart/schema";
import { priceIn, quantityIn, steppedQuantity } from "./change";

/*
 * The cart as one form: every line's quantity is in every post, so what was typed counts whichever button is pressed.
 * Fields: `quantity.<product>`, `was.<product>` (what stood there), `seen.<product>` (the price that was shown).
 * Intents: update, checkout, clear, less.<product>, more.<product>, remove.<product>, set.<product>.<quantity>.
 */

const LINE = /^quantity\.([0-9a-f]{24})$/;
const INTENT = /^(less|more|remove|set)\.([0-9a-f]{24})(?:\.(\d{1,4}))?$/;

export interface CartChanges {
  /** Lines to be set: other quantities, and prices that were seen by going to the checkout. */
  lines: SeenItem[];
  /** A product to be taken out. */
  removed: string | null;
  cleared: boolean;
  checkout: boolean;
}

export function isCartForm(form: FormData): boolean {
  return [...form.keys()].some((name) => LINE.test(name));
}

/** What the posted cart asks to be changed of these lines. A line that is gone meanwhile stays gone. */
export function cartChanges(form: FormData, carts: SavedLists["carts"]): CartChanges {
  const intent = String(form.get("intent") ?? "");
  const [, step = "", pressed = "", pieces = ""] = INTENT.exec(intent) ?? [];
  const checkout = intent === "checkout";
  const lines = carts.flatMap((line) => {
    const typed = quantityIn(form.get(`quantity.${line.product}`));
    if (typed === null) return [];
    const was = quantityIn(form.get(`was.${line.product}`)) ?? line.quantity;
    // Untouched here, it may have been changed elsewhere.
    let quantity = typed === was ? line.quantity : typed;
    if (pressed === line.product && step !== "remove")
      quantity = step === "set" ? (quantityIn(pieces) ?? quantity) : steppedQuantity(step as "less" | "more", typed);
    const shown = checkout ? priceIn(form.get(`seen.${line.product}`)) : null;
    const seen = shown ?? line.seen;
    if (quantity === line.quantity && seen === line.seen) return [];
    return [{ product: line.product, quantity, ...(seen !== undefined && { seen }) }];
  });
  return { lines, removed: step === "remove" ? pressed : null, cleared: intent === "clear", checkout };
}

/** The lines of a visitor's cart afterwards. */
export function changedCart(carts: SavedLists["carts"], { lines, removed, cleared }: CartChanges): SavedLists["carts"] {
  if (cleared) return [];
  const changed = new Map(lines.map((line) => [line.product, line]));
  return carts.filter(({ product }) => product !== removed).map((line) => changed.get(line.product) ?? line);
}
