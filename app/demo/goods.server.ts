import { demandBits } from "~/features/food-information/demands";
import { writeFood } from "~/features/food-information/food.server";
import { filterColumns } from "~/features/food-information/filter-columns";
import { searchTextOf } from "~/features/products/product-row.server";
import { contentColumns } from "~/features/products/net-content-schema";
import { seasonColumns } from "~/features/products/season-schema";
import { onlySize, refreshFigures, variantIdOf } from "~/features/products/variants.server";
import { learnWords } from "~/features/products/search-words.server";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { foodOfSku } from "./content/food";
import { categories, type DemoCategory } from "./content/categories";
import { merchants } from "./content/merchants";
import type { DemoProduct, DemoSize } from "./content/product";
import { products } from "./content/products";
import type { People } from "./people.server";
import { DAY, demoId, inChunks } from "./rows";

/** Fills the categories, and which of them each stall sells in. Returns the ids by title. */
export async function fillCategories(
  trx: Trx,
  today: Date,
  people: People,
  pictures: Map<string, string>,
): Promise<Map<string, string>> {
  const firstDay = new Date(today.getTime() - 520 * DAY);
  const ids = new Map(
    categories.map((category) => [category.title as string, demoId(firstDay, "category", category.title)]),
  );
  await trx
    .insertInto("categories")
    .values(
      categories.map((category, position) => ({
        _id: ids.get(category.title) as string,
        title: category.title,
        folded: fold(category.title),
        imageId: pictures.get(category.picture) ?? null,
        tint: category.tint,
        position,
        createdAt: firstDay.toISOString(),
      })),
    )
    .execute();
  await trx
    .insertInto("categoryDemands")
    .values(
      (categories as readonly DemoCategory[]).map(({ title, kind = "general", demands = [] }) => ({
        categoryId: ids.get(title) as string,
        kind,
        demands: demandBits({ kind, demands: [...demands] }),
      })),
    )
    .execute();
  await trx
    .insertInto("storeCategories")
    .values(
      merchants.flatMap((merchant) =>
        merchant.categories.map((title) => ({
          userId: people.merchants.get(merchant.key) as string,
          categoryId: ids.get(title) as string,
        })),
      ),
    )
    .execute();
  return ids;
}

export type DemoGoods = DemoProduct & { _id: string; merchantId: string; priceCents: number; imageId: string | null };

/** All sizes of a product. Their prices are set when the product's figures are refreshed. */
function sizesOf(row: NewRow<"products">, product: DemoProduct | undefined): NewRow<"variants">[] {
  const { content = null, drained = null, weighed, sizeName = "", sizes = [] } = product ?? {};
  const first = {
    ...onlySize(row),
    name: sizeName,
    ...contentColumns({ content, drained }),
    ...weighedColumns(weighed),
  };
  const otherSizes = sizes.map((size, index) => ({
    ...onlySize({ ...row, _id: variantIdOf(row._id, index + 1), ...pick(size) }),
    productId: row._id,
    position: index + 1,
    name: size.name,
    ...contentColumns({ content: size.content, drained: null }),
    ...weighedColumns(size.weighed),
  }));
  return [first, ...otherSizes];
}

const weighedColumns = (weighed: DemoSize["weighed"]) => weighed && { ...weighed, weightUnit: "kg" as const };
const pick = ({ sku, barcode, amountCents, quantity }: DemoSize) => ({ sku, barcode, amountCents, quantity });

/** The products, with their pictures. */
export async function fillProducts(
  trx: Trx,
  today: Date,
  people: People,
  categoryIds: Map<string, string>,
  pictures: Map<string, string>,
): Promise<DemoGoods[]> {
  const goods: DemoGoods[] = [];
  // The content lists the newest first. Rows are stored oldest first, so that ids, row numbers and dates agree.
  const rows = products.toReversed().map((product, index): NewRow<"products"> => {
    const createdAt = new Date(today.getTime() - (products.length - index) * 0.9 * DAY);
    const _id = demoId(createdAt, "product", product.sku);
    const merchantId = people.merchants.get(product.merchant) as string;
    const discountPercent = product.discountPercent ?? 0;
    const priceCents = Math.round((product.amountCents * (100 - discountPercent)) / 100);
    goods.push({ ...product, _id, merchantId, priceCents, imageId: pictures.get(product.picture) ?? null });
    return {
      _id,
      merchantId,
      categoryId: categoryIds.get(product.category) as string,
      title: product.title,
      description: product.description,
      amountCents: product.amountCents,
      discountType: discountPercent > 0 ? "percentage" : "none",
      discountPercent,
      priceCents,
      taxClass: "standard",
      vatCents: 0,
      quantity: product.quantity,
      sku: product.sku,
      barcode: product.barcode,
      isPhysical: 1,
      measurement: JSON.stringify(product.measurement),
      tags: JSON.stringify(product.tags),
      variations: JSON.stringify(product.variations),
      ...filterColumns(foodOfSku(product.sku)),
      ...seasonColumns(product.season ?? null),
      noticeHours: product.noticeHours ?? 0,
      videoId: null,
      availType: product.availType,
      rating: null,
      isPublic: product.availType === "published" ? 1 : 0,
      searchText: searchTextOf(
        product.title,
        product.category,
        [...product.tags, product.sizeName ?? "", ...(product.sizes ?? []).map(({ name }) => name)],
        merchants.find(({ key }) => key === product.merchant)?.storeName,
      ),
      createdAt: createdAt.toISOString(),
      updatedAt: createdAt.toISOString(),
      deletedAt: null,
    };
  });
  await inChunks(rows, (chunk) => trx.insertInto("products").values(chunk).execute());
  await writeFood(
    trx,
    goods.map(({ _id, sku }) => ({ productId: _id, food: foodOfSku(sku) })),
  );
  await inChunks(
    rows.flatMap((row, index) => sizesOf(row, products.at(-1 - index))),
    (chunk) => trx.insertInto("variants").values(chunk).execute(),
  );
  await refreshFigures(
    trx,
    rows.map(({ _id }) => _id),
    today.toISOString(),
  );
  await learnWords(
    trx,
    rows.map((row) => row.searchText),
  );
  const images = goods.map((product) => ({
    productId: product._id,
    fileId: pictures.get(product.picture) as string,
    position: 0,
  }));
  await inChunks(images, (chunk) => trx.insertInto("productImages").values(chunk).execute());
  return goods;
}
