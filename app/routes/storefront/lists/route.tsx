import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { ApiFailure, read, type Client } from "~/api/client";
import { MOST_LINES } from "~/features/cart/schema";
import { localPath } from "~/session/areas";
import { sessionOf, type Notice, type Session } from "~/session/session.server";
import { changedLists, changeFor, quantityIn, readPosted, steppedQuantity, type Change, type Posted } from "./change";

/* Every form that changes cart or wishlist posts here. It has no page of its own. */

const NOTICES: Partial<Record<Posted["intent"], string>> = {
  cart: "Added to your cart",
  uncart: "Removed from your cart",
  remove: "Removed from your cart",
  clear: "Your cart is empty now",
  wish: "Added to your wishlist",
  unwish: "Removed from your wishlist",
};
const danger = (message: string): Notice => ({ type: "danger", message });
const NONSENSE = danger("That did not work. Please try again.");
const FULL = {
  "cart-full": danger(`A cart can hold at most ${MOST_LINES} products. Please order or remove some first.`),
  "wishlist-full": danger(`A wishlist can hold at most ${MOST_LINES} products. Please remove some first.`),
};

/** Somebody who typed the address, or reloaded after a post: the cart is what they are looking for. */
export function loader() {
  return redirect("/shopping_cart");
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  const form = await asked.request.formData();
  const posted = readPosted(form);
  const returnTo = localPath(textOf(form, "returnTo")) ?? "/shopping_cart";

  // On a product's page − and + count what is going to be added; the cart stays as it is.
  if (posted && form.has("counting") && /^(set|less|more)$/.test(posted.intent)) {
    return redirect(counted(returnTo, steppedQuantity(posted.intent, quantityIn(form.get("quantity")) ?? 1)), 303);
  }

  const { cookies, refused } = posted ? await carryOut(session, posted, textOf(form, "_key")) : { refused: NONSENSE };
  const notice = refused ?? (posted ? NOTICES[posted.intent] : undefined);
  if (!form.has("inPlace")) return session.redirect(returnTo, { notice, cookies });

  // In place the page shows by itself what has changed; only a refusal needs words, which the page then asks for.
  const headers = new Headers((cookies ?? []).map((cookie) => ["Set-Cookie", cookie] as [string, string]));
  if (refused) headers.append("Set-Cookie", await session.notice(refused.message, refused.type));
  return data({ done: !refused }, { headers });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * In the browser, changes go out one after the other: a visitor's lists travel in cookies, and of two posts that are
 * under way together the later answer would undo the earlier one.
 */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  const answer = last.catch(() => undefined).then(() => serverAction());
  last = answer;
  return answer;
}

interface Outcome {
  cookies?: string[];
  refused?: Notice;
}

async function carryOut(session: Session, posted: Posted, key: string | null): Promise<Outcome> {
  const change = changeFor(posted, await session.lists());
  const user = await session.user();
  if (user?.privilege !== "buyer") {
    const changed = changedLists(await session.visitorLists(), change);
    return typeof changed === "string" ? { refused: FULL[changed] } : { cookies: await session.keepLists(changed) };
  }
  try {
    // One page has one key; each of its products is a post of its own.
    await saveChange(session.api(key && /^[0-9a-f]{32}$/.test(key) ? `${key}-${posted.product}` : null), change);
    return {};
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    if (failure.status === 401) throw await session.signedOut();
    return { refused: failure.problems.length > 0 ? danger(failure.message) : NONSENSE };
  }
}

/** A signed-in buyer's lists are kept with the account. */
async function saveChange({ user: { cart, wishlist } }: Client, change: Change): Promise<void> {
  if ("clear" in change) {
    await read(cart.$delete());
    return;
  }
  const param = { product: change.product };
  if (change.of === "wishlist") await read(change.wished ? wishlist[":product"].$put({ param }) : wishlist[":product"].$delete({ param }));
  else if ("remove" in change) await read(cart[":product"].$delete({ param }));
  else await read(cart[":product"].$put({ param, json: "add" in change ? { add: change.add } : { quantity: change.quantity } }));
}

/** The product's page, with the quantity asked for. */
function counted(path: string, quantity: number): string {
  const url = new URL(path, "http://here");
  url.searchParams.set("quantity", String(quantity));
  return url.pathname + url.search + url.hash;
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === "string" ? value : null;
}
