import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { MOST_LINES } from "~/features/cart/schema";
import { localPath } from "~/session/areas";
import { postedForm } from "~/session/form.server";
import { IN_PLACE } from "~/session/kept-form.server";
import { answerCartForm } from "./answer-cart-form.server";
import { isCartForm } from "./cart-form";
import { sessionForAnyForm, type Notice, type Session } from "~/session/session.server";
import {
  changedLists,
  changeFor,
  isDone,
  quantityIn,
  readPosted,
  steppedQuantity,
  type Change,
  type Posted,
} from "./change";

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
const OF_ANOTHER = danger("This page was made for another account. Nothing was changed.");
const FULL = {
  "cart-full": danger(`A cart can hold at most ${MOST_LINES} products. Please order or remove some first.`),
  "wishlist-full": danger(`A wishlist can hold at most ${MOST_LINES} products. Please remove some first.`),
};

/** Somebody who typed the address, or reloaded after a post: the cart is what they are looking for. */
export function loader() {
  return redirect("/shopping_cart");
}

export async function action(asked: ActionFunctionArgs) {
  // In place, a form of another account's page is refused without leaving the page, which shows who is signed in then.
  const session = await sessionForAnyForm(asked);
  const form = await postedForm(asked.request);
  if (isCartForm(form)) return answerCartForm(session, form);
  const posted = readPosted(form);
  const returnTo = localPath(textOf(form, "returnTo")) ?? "/shopping_cart";

  // On a product's page − and + count what is going to be added; the cart stays as it is.
  if (posted && form.has("counting") && /^(set|less|more)$/.test(posted.intent)) {
    return redirect(counted(returnTo, steppedQuantity(posted.intent, quantityIn(form.get("quantity")) ?? 1)), 303);
  }

  const { cookies, refused } = posted ? await carryOut(session, posted, form) : { refused: NONSENSE };
  const notice = refused ?? (posted ? NOTICES[posted.intent] : undefined);
  if (!form.has(IN_PLACE)) return session.redirect(returnTo, { notice, cookies });

  // In place the page shows by itself what has changed; only a refusal needs words, which the page then asks for.
  const headers = new Headers((cookies ?? []).map((cookie) => ["Set-Cookie", cookie] as [string, string]));
  if (refused) headers.append("Set-Cookie", await session.notice(refused));
  return data({ answered: true }, { headers });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * In the browser, changes go out one after the other: a visitor's lists travel in cookies, and of two posts that are
 * under way together the later answer would undo the earlier one.
 */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  const answer = last.then(() => serverAction());
  last = answer.catch(() => undefined);
  return answer;
}

interface Outcome {
  cookies?: string[];
  refused?: Notice;
}

async function carryOut(session: Session, posted: Posted, form: FormData): Promise<Outcome> {
  if (await session.hasEnded()) throw await session.signedOut(await takenAlong(session, posted));
  if (await session.isOfAnother(form)) return { refused: OF_ANOTHER };
  const lists = await session.lists();
  const change = changeFor(posted, lists);
  const user = await session.user();
  if (user?.privilege !== "buyer") {
    const changed = changedLists(await session.visitorLists(), change);
    return typeof changed === "string" ? { refused: FULL[changed] } : { cookies: await session.keepLists(changed) };
  }
  try {
    const there = lists.carts.find((line) => line.product === posted.product);
    if (!isDone(change, there?.quantity ?? 0))
      await saveChange(session, change, textOf(form, "_key"), there !== undefined);
    return {};
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    if (failure.status === 401) throw await session.signedOut();
    return { refused: failure.problems.length > 0 ? danger(failure.message) : NONSENSE };
  }
}

/** What is put into cart or wishlist when the session has just ended: the visitor's lists hold it until the sign-in. */
async function takenAlong(session: Session, posted: Posted): Promise<string[]> {
  const lists = await session.visitorLists();
  const change = changeFor(posted, lists);
  const adds = change.of === "wishlist" ? change.wished : "add" in change || "quantity" in change;
  const changed = adds ? changedLists(lists, change) : {};
  return typeof changed === "string" ? [] : session.keepLists(changed);
}

/** A signed-in buyer's lists are kept with the account. Only adding is not the same when it is done twice. */
async function saveChange(session: Session, change: Change, key: string | null, inCart: boolean): Promise<void> {
  const { cart, wishlist } = session.api().user;
  if ("clear" in change) {
    await read(cart.$delete());
    return;
  }
  const param = { product: change.product };
  if (change.of === "wishlist")
    await read(change.wished ? wishlist[":product"].$put({ param }) : wishlist[":product"].$delete({ param }));
  else if ("remove" in change) await read(cart[":product"].$delete({ param }));
  else if ("quantity" in change) await read(cart[":product"].$put({ param, json: { quantity: change.quantity } }));
  else {
    // One page has one key; each of its products is a post of its own.
    const keyed = session.api(key && /^[0-9a-f]{32}$/.test(key) ? `${key}-${change.product}` : null);
    const answer = await keyed.user.cart[":product"].$put({ param, json: { add: change.add, seen: change.seen } });
    await read(Promise.resolve(answer));
    // The page was gone back to after the product had been taken out: this is a new wish, not a repeated post.
    if (answer.headers.has("Idempotency-Replayed") && !inCart)
      await read(cart[":product"].$put({ param, json: { quantity: change.add, seen: change.seen } }));
  }
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
