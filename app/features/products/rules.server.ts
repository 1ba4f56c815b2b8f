import type { Services } from "~/platform/services.server";
import { unknownProduct } from "./errors.server";
import { countOwn, ownProduct, ownProducts } from "./queries.server";
import type { ManagedProduct, ManagedQuery } from "./schema";

const A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

/** A page, or several together, of a merchant's products, newest first. */
export async function managedProducts({ db }: Services, merchantId: string, { q, only, page, from }: ManagedQuery) {
  const first = Math.max(Math.min(from ?? page, page), page - MOST_PAGES_AT_ONCE + 1, 1);
  const total = await countOwn(db, merchantId, { q, only });
  const docs = await ownProducts(
    db,
    merchantId,
    { q, only },
    { limit: (page - first + 1) * A_PAGE, offset: (first - 1) * A_PAGE },
  );
  return { docs, page, hasNextPage: page * A_PAGE < total, total };
}

export async function managedProductOf(
  { db }: Services,
  merchantId: string,
  productId: string,
): Promise<ManagedProduct> {
  const product = await ownProduct(db, merchantId, productId);
  if (!product) throw unknownProduct();
  return product;
}
