import { joinedTag, productTag, rangeTag } from "~/features/cache-tags";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { listedProducts, memory, rememberedIds } from "./memory.server";
import { allCategories, idsOfRelated } from "./queries.server";
import { heldUntil } from "./public-products.server";
import type { Category, Product } from "./schema";

export const CATEGORIES_A_PAGE = 20;
const RELATED = 4;

export const unknownProduct = refusal("unknown_product", 404, "There is no such product, or it is no longer sold.");

/** All categories in the operator's order. */
export function categories(services: Services): Promise<Category[]> {
  const cached = memory(services);
  cached.categories ??= allCategories(services.db).catch((error) => {
    cached.categories = null;
    throw error;
  });
  return cached.categories;
}

export async function categoryPage(services: Services, page: number, sort: "position" | "products") {
  const all = await categories(services);
  // No page shows the number of products, but the order shows which category has more.
  if (sort === "products") noteCacheTags(rangeTag());
  const sorted = sort === "products" ? all.toSorted((a, b) => b.products - a.products) : all;
  const start = (page - 1) * CATEGORIES_A_PAGE;
  return {
    docs: sorted.slice(start, start + CATEGORIES_A_PAGE),
    page,
    hasNextPage: start + CATEGORIES_A_PAGE < all.length,
    total: all.length,
  };
}

/** One published product with up to four others of its category. At most three statements, four if it is sold out. */
export async function productWithRelated(
  services: Services,
  productId: string,
): Promise<{ product: Product; related: Product[] }> {
  const related = await rememberedIds(services, productId, () => idsOfRelated(services.db, productId, RELATED));
  const products = await listedProducts(services, [productId, ...related]);
  const product = products.find(({ _id }) => _id === productId);
  if (!product) throw unknownProduct();
  noteCacheTags(productTag(productId), joinedTag(product.category._id));
  const until = product.quantity === 0 ? await heldUntil(services.db, productId) : undefined;
  return {
    product: { ...product, ...(until && { heldUntil: until }) },
    related: products.filter((relatedProduct) => relatedProduct !== product),
  };
}
