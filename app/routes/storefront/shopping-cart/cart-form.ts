import { sizeIdOf, type SavedLists, type SeenItem } from "~/features/cart/schema";
import { priceIn, quantityIn, steppedQuantity } from "../lists/change";

/*
 * The cart as one form. Every post has the quantity of every line, so a typed quantity counts whichever button is
 * pressed.
 * Fields: `quantity.<size>`, `was.<size>` (the quantity that was shown), `seen.<size>` (the price that was shown).
 * Intents: update, checkout, clear, less.<size>, more.<size>, remove.<size>, set.<size>.<quantity>.
 */

const INTENT = /^(less|more|remove|set)\.([0-9a-f]{24}(?:-[1-9]\d{0,3})?)(?:\.(\d{1,4}))?$/;

export interface CartChanges {
  /** Lines to set: changed quantities, and prices that the buyer has seen by going to the checkout. */
  lines: SeenItem[];
  /** The size to remove. */
  removed: string | null;
  cleared: boolean;
  checkout: boolean;
}

/** The changes to these lines that the posted cart asks for. A line that was removed meanwhile stays removed. */
export function cartChanges(form: FormData, carts: SavedLists["carts"]): CartChanges {
  const intent = String(form.get("intent") ?? "");
  const [, step = "", pressed = "", pieces = ""] = INTENT.exec(intent) ?? [];
  const checkout = intent === "checkout";
  const lines = carts.flatMap((line) => {
    const size = sizeIdOf(line);
    const quantityTyped = quantityIn(form.get(`quantity.${size}`));
    if (quantityTyped === null) return [];
    const was = quantityIn(form.get(`was.${size}`)) ?? line.quantity;
    // A quantity that is unchanged in this form may have been changed elsewhere.
    let quantity = quantityTyped === was ? line.quantity : quantityTyped;
    if (pressed === size && step !== "remove")
      quantity =
        step === "set" ? (quantityIn(pieces) ?? quantity) : steppedQuantity(step as "less" | "more", quantityTyped);
    const priceShown = checkout ? priceIn(form.get(`seen.${size}`)) : null;
    const priceSeen = priceShown ?? line.seen;
    if (quantity === line.quantity && priceSeen === line.seen) return [];
    return [{ product: line.product, variant: size, quantity, ...(priceSeen !== undefined && { seen: priceSeen }) }];
  });
  return { lines, removed: step === "remove" ? pressed : null, cleared: intent === "clear", checkout };
}

/** The lines of a visitor's cart after the changes. */
export function changedCart(carts: SavedLists["carts"], { lines, removed, cleared }: CartChanges): SavedLists["carts"] {
  if (cleared) return [];
  const linesBySize = new Map(lines.map((line) => [sizeIdOf(line), line]));
  return carts.filter((line) => sizeIdOf(line) !== removed).map((line) => linesBySize.get(sizeIdOf(line)) ?? line);
}
