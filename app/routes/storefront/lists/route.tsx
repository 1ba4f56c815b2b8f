import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { MOST_LINES, productOf, sizeIdOf } from "~/features/cart/schema";
import { localPath } from "~/session/areas";
import { postedForm } from "~/session/form.server";
import { IN_PLACE_REQUEST, MADE_FOR } from "~/ui/page-scripts/contract";
import { sessionForAnyForm, type Notice, type Session } from "~/session/session.server";
import { PAGE_OF_ANOTHER } from "../list-notices";
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

/*
 * Every button that adds a product to cart or wishlist, or removes it, posts here. The address has no page. The cart
 * answers its own form, which has all of its lines.
 */

const NOTICES: Partial<Record<Posted["intent"], string>> = {
  cart: "Added to your cart",
  uncart: "Removed from your cart",
  wish: "Added to your wishlist",
  unwish: "Removed from your wishlist",
};
const danger = (message: string): Notice => ({ type: "danger", message });
const NONSENSE = danger("That did not work. Please try again.");
const FULL = {
  "cart-full": danger(`A cart can hold at most ${MOST_LINES} products. Please order or remove some first.`),
  "wishlist-full": danger(`A wishlist can hold at most ${MOST_LINES} products. Please remove some first.`),
};

/** Redirects a person who typed the address, or reloaded after a post, to the cart. */
export function loader() {
  return redirect("/shopping_cart");
}

export async function action(args: ActionFunctionArgs) {
  // A form of another account's page is refused without leaving the page, which then shows who is signed in.
  const session = await sessionForAnyForm(args);
  const form = await postedForm(args.request);
  const returnTo = localPath(textOf(form, "returnTo")) ?? "/shopping_cart";
  // On a product's page, − and + count the pieces to add, and the cart stays as it is. So does a chosen size.
  const counting = form.has("counting") && /^(set|less|more|)$/.exec(textOf(form, "intent") ?? "");
  if (counting) return redirect(withQuantity(returnTo, form, counting[0] as "set"), 303);

  const post = readPosted(form);
  const { cookies, refusal } = post
    ? await carryOut(session, post, form, args.request.headers.get(MADE_FOR))
    : { refusal: NONSENSE };
  const notice = refusal ?? (post ? NOTICES[post.intent] : undefined);
  // In place, the page itself shows the change. Only a refusal needs words.
  const isInPlace = args.request.headers.has(IN_PLACE_REQUEST);
  return session.redirect(returnTo, { notice: isInPlace ? refusal : notice, cookies });
}

interface Outcome {
  cookies?: string[];
  refusal?: Notice;
}

async function carryOut(session: Session, post: Posted, form: FormData, madeFor: string | null): Promise<Outcome> {
  if (await session.account.hasEnded()) throw await session.exits.signedOut(await takenAlong(session, post));
  if (await session.account.isOfAnother(form, madeFor)) return { refusal: PAGE_OF_ANOTHER };
  const lists = await session.lists.read();
  const change = changeFor(post);
  const user = await session.user();
  if (user?.privilege !== "buyer") {
    const changes = changedLists(await session.lists.ofVisitor(), change);
    return typeof changes === "string" ? { refusal: FULL[changes] } : { cookies: await session.lists.keep(changes) };
  }
  try {
    const lineInCart = lists.carts.find((line) => sizeIdOf(line) === post.size);
    if (!isDone(change, lineInCart?.quantity ?? 0))
      await saveChange(session, change, textOf(form, "_key"), lineInCart !== undefined);
    return {};
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    if (failure.status === 401) throw await session.exits.signedOut();
    return { refusal: failure.problems.length > 0 ? danger(failure.message) : NONSENSE };
  }
}

/** Adds a product to the visitor's cart or wishlist if the session has just ended. It stays there until sign-in. */
async function takenAlong(session: Session, post: Posted): Promise<string[]> {
  const lists = await session.lists.ofVisitor();
  const change = changeFor(post);
  const adds = change.of === "wishlist" ? change.wished : "add" in change;
  const changes = adds ? changedLists(lists, change) : {};
  return typeof changes === "string" ? [] : session.lists.keep(changes);
}

/** Changes the lists of a signed-in buyer's account. Only adding has another result when it is done twice. */
async function saveChange(session: Session, change: Change, key: string | null, inCart: boolean): Promise<void> {
  const { cart, wishlist } = session.api().user;
  if (change.of === "wishlist") {
    const param = { product: change.product };
    await read(change.wished ? wishlist[":product"].$put({ param }) : wishlist[":product"].$delete({ param }));
    return;
  }
  const { size: variant } = change;
  const param = { product: productOf(variant) };
  if ("remove" in change) await read(cart[":product"].$delete({ param, query: { variant } }));
  else {
    // A page has one key for all its products, so the size makes it a key for each.
    const keyed = session.api(key && /^[0-9a-f]{32}$/.test(key) ? `${key}-${variant}` : null);
    const answer = await keyed.user.cart[":product"].$put({
      param,
      json: { variant, add: change.add, seen: change.seen },
    });
    await read(Promise.resolve(answer));
    // The buyer went back to the page after the product was removed: a new wish, not a repeated post.
    if (answer.headers.has("Idempotency-Replayed") && !inCart)
      await read(cart[":product"].$put({ param, json: { variant, quantity: change.add, seen: change.seen } }));
  }
}

/** The address of the product's page with the chosen size and quantity. */
function withQuantity(path: string, form: FormData, step: "set" | "less" | "more"): string {
  const url = new URL(path, "http://here");
  const size = textOf(form, "product") ?? "";
  // If there are several sizes, each is named: the size with the product's id need not be the first.
  if (form.has(`had.${size}`)) url.searchParams.set("size", size);
  url.searchParams.set("quantity", String(steppedQuantity(step, quantityIn(form.get("quantity")) ?? 1)));
  return url.pathname + url.search + url.hash;
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === "string" ? value : null;
}
