import type { IncomingMessage } from "node:http";
import { asUser, whoHasToken } from "~/features/accounts/log-in.server";
import type { User } from "~/features/accounts/schema";
import { hashToken } from "~/features/accounts/tokens.server";
import { savedListsOf } from "~/features/cart/change-cart.server";
import type { SavedLists } from "~/features/cart/schema";
import { requestScope } from "~/platform/log.server";
import type { Service } from "~/api/in-process.server";
import { cookiesOf, readText } from "~/session/cookies.server";
import { formKey } from "~/session/form.server";
import { marksIn, readCart, readWishlist } from "~/session/lists";
import { imageShape, type PageShape } from "~/session/page-template.server";
import { readWhereabouts, type Whereabouts } from "~/session/whereabouts";
import { monogramOf } from "~/ui/avatar/avatar";
import { CannotFill, type ValueOf } from "./compile.server";

/** The reader of a page, with their cart and wishlist. */
export interface Reader {
  token: string | null;
  /** Null for a visitor. */
  user: User | null;
  lists: SavedLists;
  whereabouts: Whereabouts | null;
}

/** Looks up the reader, in two statements at most. Returns null for a dead token. */
export async function readerOf({ services, config }: Service, request: IncomingMessage): Promise<Reader | null> {
  const cookies = cookiesOf(config);
  const cookieRequest = { headers: new Headers({ Cookie: request.headers.cookie ?? "" }) };
  const token = await readText(cookies.authToken, cookieRequest);
  const record = token === null ? null : await whoHasToken(services, hashToken(token));
  if (token !== null && !record) return null;
  const user = record && (await asUser(services, record));
  const scope = requestScope();
  if (scope && user) scope.account = user.privilege;
  const lists =
    user?.privilege === "buyer"
      ? await savedListsOf(services, user._id)
      : {
          carts: readCart(await readText(cookies.cartItems, cookieRequest)),
          wishlist: readWishlist(await readText(cookies.wishlistItems, cookieRequest)),
        };
  const whereabouts = readWhereabouts(await readText(cookies.reach, cookieRequest), config);
  return { token, user, lists, whereabouts };
}

/** The shape of a page for a reader. `productId` is the product that the page is about. */
export function shapeFor({ user, lists, whereabouts }: Reader, productId: string | undefined): PageShape {
  return {
    privilege: user?.privilege ?? null,
    image: imageShape(user?.image),
    own: {
      carts: lists.carts
        .filter(({ product }) => product === productId)
        .map(({ product, quantity }) => ({ product, quantity })),
      wishlist: lists.wishlist.filter((id) => id === productId),
    },
    whereabouts,
  };
}

/** The values of a template's placeholders for this reader. */
export function valuesFor({ user, lists }: Reader): ValueOf {
  const marks = marksIn(lists);
  const { letters, ground } = monogramOf(user ? `${user.firstName} ${user.lastName}` : "");
  const values: Record<string, string | number> = {
    cart: lists.carts.length,
    wishlist: lists.wishlist.length,
    formKey: formKey(),
    ground,
    ...(letters && { letters }),
    ...(user && { id: user._id, firstName: user.firstName, lastName: user.lastName }),
    ...(user && { unread: user.unreadConversations }),
    ...(user?.image?._id && { image: user.image._id }),
  };
  return (name) => {
    const value = name.startsWith("marks.") ? marks(name.slice("marks.".length)) : values[name];
    if (value === undefined) throw new CannotFill(`Nothing is known of ${name}.`);
    return value;
  };
}
