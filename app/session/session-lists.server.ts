import { read } from "~/api/client";
import type { SavedLists } from "~/features/cart/schema";
import type { SessionAccount } from "./account.server";
import type { Carried } from "./carried";
import { forget, readText } from "./cookies.server";
import { marksIn, readCart, readWishlist, withPrices, writeCart, writePrices, writeWishlist } from "./lists";
import type { Placeholder } from "./page-template.server";
import type { SessionClient } from "./session-client.server";

/** Cart and wishlist of the session's person. */
export class SessionLists {
  #lists: Promise<SavedLists> | undefined;

  constructor(
    private readonly parts: Carried,
    private readonly client: SessionClient,
    private readonly account: SessionAccount,
  ) {}

  /** Cart and wishlist: the account's for a signed-in buyer, else the cookies'. */
  read(): Promise<SavedLists> {
    if (this.parts.template) return Promise.resolve(this.parts.template.shape.own);
    this.#lists ??= this.account
      .user()
      .then(async (user) =>
        user?.privilege === "buyer" ? (await read(this.client.api().user.lists.$get())).data : this.ofVisitor(),
      );
    return this.#lists;
  }

  /** How many products are in cart and wishlist. */
  async counts(): Promise<Record<"cart" | "wishlist", number | Placeholder>> {
    if (this.parts.template)
      return {
        cart: this.parts.template.placeholder("cart"),
        wishlist: this.parts.template.placeholder("wishlist"),
      };
    const { carts, wishlist } = await this.read();
    return { cart: carts.length, wishlist: wishlist.length };
  }

  /** Returns the marks of a product: see `marksIn`. */
  async marks(): Promise<(productId: string) => number | Placeholder> {
    const { template } = this.parts;
    return template ? (productId) => template.placeholder(`marks.${productId}`) : marksIn(await this.read());
  }

  async ofVisitor(): Promise<SavedLists> {
    return {
      carts: withPrices(
        readCart(await readText(this.parts.cookies.cartItems, this.parts.request)),
        await readText(this.parts.cookies.cartPrices, this.parts.request),
      ),
      wishlist: readWishlist(await readText(this.parts.cookies.wishlistItems, this.parts.request)),
    };
  }

  /** Cookies that hold these lists for a visitor. */
  async keep({ carts, wishlist }: Partial<SavedLists>): Promise<string[]> {
    return Promise.all([
      ...(carts ? this.keepCart(carts) : []),
      ...(wishlist
        ? [this.parts.cookies.wishlistItems.serialize(writeWishlist(wishlist), wishlist.length === 0 ? forget : {})]
        : []),
    ]);
  }

  private keepCart(carts: SavedLists["carts"]): Promise<string>[] {
    const { cartItems, cartPrices } = this.parts.cookies;
    const prices = writePrices(carts);
    const empty = carts.length === 0;
    return [
      cartItems.serialize(writeCart(carts), empty ? forget : {}),
      ...(empty || prices ? [cartPrices.serialize(prices, empty ? forget : {})] : []),
    ];
  }
}
