import { publicProducts } from "~/features/catalogue/public-products.server";
import { toDollars } from "~/features/fields";
import { sizeOf } from "~/features/products/variants.server";
import type { Services } from "~/platform/services.server";
import type { CartLine, QuotedCart, SeenItem } from "./schema";

/**
 * Prices a cart as of today: prices and stock are the catalogue's, whatever the cart remembers. Two statements, three
 * if a product has several sizes.
 */
export async function quoteCart(
  services: Pick<Services, "db" | "clock" | "config">,
  carts: SeenItem[],
): Promise<QuotedCart> {
  const products = new Map(
    (
      await publicProducts(
        services,
        carts.map((line) => line.product),
      )
    ).map((product) => [product._id, product]),
  );
  const sizes = new Map([...products].map(([productId, { variants }]) => [productId, variants]));
  const lines = carts.map((item): CartLine => {
    const { product: productId, quantity, seen } = item;
    const product = products.get(productId) ?? null;
    const size = sizeOf(item, sizes) ?? null;
    const closed = product?.merchant.closedUntil !== undefined;
    const isOutOfSeason = product?.season?.isOpen === false;
    const available = closed || isOutOfSeason ? 0 : (size?.quantity ?? 0);
    const cents = size ? Math.round(size.amount * 100) * quantity : 0;
    const isUnclear = product !== null && size === null && item.variant === undefined;
    const problem = isUnclear
      ? "choose-size"
      : !size
        ? "gone"
        : closed
          ? "closed"
          : isOutOfSeason
            ? "out-of-season"
            : available === 0
              ? "sold-out"
              : available < quantity
                ? "too-many"
                : null;
    const was = size && seen !== undefined && seen !== size.amount ? seen : null;
    const variantId = size?._id ?? item.variant ?? "";
    return { product, productId, variantId, size, quantity, subtotal: toDollars(cents), available, problem, was };
  });
  const totalCents = lines.reduce((sum, line) => sum + Math.round(line.subtotal * 100), 0);
  return {
    lines,
    cartTotal: toDollars(totalCents),
    orderable: lines.length > 0 && lines.every((line) => line.problem === null),
  };
}
