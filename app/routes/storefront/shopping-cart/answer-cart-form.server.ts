import { ApiFailure, read } from "~/api/client";
import { productOf } from "~/features/cart/schema";
import type { Session } from "~/session/session.server";
import { cartChanges, changedCart, type CartChanges } from "./cart-form";

const CART = "/shopping_cart";

/** Carries out the cart's form, and redirects to the checkout or back to the cart. */
export async function answerCartForm(session: Session, form: FormData): Promise<Response> {
  const { carts } = await session.lists.read();
  const changes = cartChanges(form, carts);
  const isBuyer = (await session.user())?.privilege === "buyer";
  const cookies = isBuyer ? [] : await session.lists.keep({ carts: changedCart(carts, changes) });
  if (isBuyer) await saveChanges(session, changes);
  // A new person has two pages before the checkout: one for the address, and one for the mailed code.
  const checkout = (await session.user()) ? "/checkout" : "/login/code?redirect_uri=%2Fcheckout";
  return session.redirect(changes.checkout ? checkout : CART, { notice: noticeOf(changes), cookies });
}

async function saveChanges(session: Session, { lines, removed, cleared }: CartChanges): Promise<void> {
  const { cart } = session.api().user;
  try {
    if (cleared) await read(cart.$delete());
    else if (lines.length > 0) await read(cart.$put({ json: { carts: lines } }));
    if (removed)
      await read(cart[":product"].$delete({ param: { product: productOf(removed) }, query: { variant: removed } }));
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) throw await session.exits.signedOut();
    throw failure;
  }
}

function noticeOf({ removed, cleared }: CartChanges): string | undefined {
  if (cleared) return "Your cart is empty now";
  return removed ? "Removed from your cart" : undefined;
}
