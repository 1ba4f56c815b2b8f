import { publicProducts } from "~/features/catalogue/public-products.server";
import { toDollars } from "~/features/fields";
import type { Services } from "~/platform/services.server";
import type { CartLine, QuotedCart, SeenItem } from "./schema";

/** What a cart comes to today: prices and stock are the catalogue's, whatever the cart remembers. Two statements. */
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
  const lines = carts.map(({ product: productId, quantity, seen }): CartLine => {
    const product = products.get(productId) ?? null;
    const closed = product?.merchant.closedUntil !== undefined;
    const available = closed ? 0 : (product?.quantity ?? 0);
    const cents = product ? Math.round(product.amount * 100) * quantity : 0;
    const problem = !product
      ? "gone"
      : closed
        ? "closed"
        : available === 0
          ? "sold-out"
          : available < quantity
            ? "too-many"
            : null;
    const was = product && seen !== undefined && seen !== product.amount ? seen : null;
    return { product, productId, quantity, subtotal: toDollars(cents), available, problem, was };
  });
  const totalCents = lines.reduce((sum, line) => sum + Math.round(line.subtotal * 100), 0);
  return {
    lines,
    cartTotal: toDollars(totalCents),
    orderable: lines.length > 0 && lines.every((line) => line.problem === null),
  };
}
