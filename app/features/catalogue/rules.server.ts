import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { fold } from "~/platform/folding";
import { listedProducts, memory, rememberedIds } from "./memory.server";
import { allCategories, countPublic, idsOfPublic, idsOfRelated, wordsOf, type PublicFilter } from "./queries.server";
import { heldUntil } from "./public-products.server";
import type { Category, Product, ProductQuery } from "./schema";

export const PRODUCTS_A_PAGE = 10;
export const CATEGORIES_A_PAGE = 20;
const RELATED = 4;
export const MOST_PAGES_AT_ONCE = 20;

export const unknownProduct = refusal("unknown_product", 404, "There is no such product, or it is no longer sold.");

/** All categories in the operator's order. */
export function categories(services: Services): Promise<Category[]> {
  const known = memory(services);
  known.categories ??= allCategories(services.db).catch((error) => {
    known.categories = null;
    throw error;
  });
  return known.categories;
}

export async function categoryPage(services: Services, page: number, sort: "position" | "products") {
  const all = await categories(services);
  const sorted = sort === "products" ? all.toSorted((a, b) => b.products - a.products) : all;
  const start = (page - 1) * CATEGORIES_A_PAGE;
  return {
    docs: sorted.slice(start, start + CATEGORIES_A_PAGE),
    page,
    hasNextPage: start + CATEGORIES_A_PAGE < all.length,
    total: all.length,
  };
}

async function countOf(services: Services, filter: PublicFilter): Promise<number> {
  const { counts } = memory(services);
  const key = JSON.stringify(filter);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const total = await countPublic(services.db, services.dialect, filter);
  counts.set(key, total);
  return total;
}

/** A page, or several together, of the published products that a search and a category leave. */
export async function productPage(services: Services, query: ProductQuery) {
  const { page } = query;
  if (query.ids !== undefined) {
    const docs = await listedProducts(
      services,
      [...new Set(query.ids.split(",").filter((id) => /^[0-9a-f]{24}$/.test(id)))].slice(0, 100),
    );
    return { docs, page: 1, hasNextPage: false, total: docs.length };
  }
  const filter: PublicFilter = { words: wordsOf(query.q), categoryId: null };
  if (query.categoryId) {
    const wanted = fold(query.categoryId);
    const category = (await categories(services)).find((c) => c._id === query.categoryId || fold(c.title) === wanted);
    if (!category) return { docs: [], page, hasNextPage: false, total: 0 };
    filter.categoryId = category._id;
  }
  const from = Math.max(query.from ?? page, page - MOST_PAGES_AT_ONCE + 1, 1);
  const first = Math.min(from, page);
  const offset = (first - 1) * PRODUCTS_A_PAGE;
  const total = await countOf(services, filter);
  const ids =
    offset < total
      ? await rememberedIds(services, { ...filter, sort: query.sort, first, page }, () =>
          idsOfPublic(services.db, services.dialect, filter, query.sort, {
            limit: (page - first + 1) * PRODUCTS_A_PAGE,
            offset,
            total,
          }),
        )
      : [];
  return { docs: await listedProducts(services, ids), page, hasNextPage: page * PRODUCTS_A_PAGE < total, total };
}

/** One published product with up to four others of its category. Three statements at most, four for one that is sold out. */
export async function productWithRelated(
  services: Services,
  productId: string,
): Promise<{ product: Product; related: Product[] }> {
  const related = await rememberedIds(services, productId, () => idsOfRelated(services.db, productId, RELATED));
  const found = await listedProducts(services, [productId, ...related]);
  const product = found.find(({ _id }) => _id === productId);
  if (!product) throw unknownProduct();
  const until = product.quantity === 0 ? await heldUntil(services.db, productId) : undefined;
  return {
    product: { ...product, ...(until && { heldUntil: until }) },
    related: found.filter((other) => other !== product),
  };
}
