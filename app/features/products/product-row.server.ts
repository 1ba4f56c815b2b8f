import { sql, type Selectable } from "kysely";
import { CONTENT_BIT, saidBits } from "~/features/food-information/demands";
import type { Food } from "~/features/food-information/schema";
import { filterColumns } from "~/features/food-information/filter-columns";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductRow } from "~/platform/database/tables";
import { searchLine } from "~/platform/search-text/search-line";
import { type SizePlan } from "./plan-sizes.server";
import { lessDiscount } from "./weighed-schema";
import type { ProductPayload, RevisionPayload } from "./schema";
import { seasonColumns } from "./season-schema";
import { revisionIn, tagsIn } from "./stored-json";

/* A product's row: reading it for a save, and the columns that a save writes. The editor and spreadsheets share it. */

/** Columns that change at once, whether on sale or not. Prices and stock belong to the sizes: see `planSizes`. */
export function soldColumnsOf(payload: ProductPayload) {
  return {
    discountType: payload.discountType,
    discountPercent: percentOf(payload),
    taxClass: payload.taxClass,
    isPhysical: payload.isPhysical ? (1 as const) : (0 as const),
    measurement: JSON.stringify(payload.measurement),
    variations: JSON.stringify(payload.variations),
    ...(payload.season !== undefined && seasonColumns(payload.season)),
    ...(payload.noticeHours !== undefined && { noticeHours: payload.noticeHours }),
    ...(payload.externalId !== undefined && { externalId: payload.externalId }),
  };
}

export const percentOf = (payload: ProductPayload): number =>
  payload.discountType === "percentage" ? payload.discountPercentage : 0;

/** The first size's figures for a new product's row, until `refreshFigures` computes them from all sizes. */
export function firstFigures(payload: ProductPayload) {
  return {
    amountCents: payload.amount,
    priceCents: lessDiscount(payload.amount, percentOf(payload)),
    vatCents: payload.vatAmount,
    quantity: payload.quantity,
    sku: payload.sku,
    barcode: payload.barcode,
  };
}

/** The columns that a buyer reads and sees. */
export function shownColumnsOf(payload: ProductPayload, categoryTitle: string) {
  return {
    title: payload.title,
    description: payload.description,
    categoryId: payload.category,
    tags: JSON.stringify(payload.tags),
    videoId: payload.video,
    searchText: searchTextOf(payload.title, categoryTitle, [
      ...payload.tags,
      ...(payload.variants ?? []).map(({ name }) => name),
    ]),
  };
}

/**
 * The text that the search index holds for a product: title, category, words (its tags and the names of its sizes) and
 * the stall's name. Each has its own line, because no query contains a line feed. The stall's name is added when the
 * product is published.
 */
export function searchTextOf(title: string, categoryTitle: string, words: readonly string[], storeName = ""): string {
  return [title, categoryTitle, words, storeName].map(searchLine).join("\n");
}

/** Lets search find products by their category's new title. Replaces only the line of the category. */
export async function renameCategoryInSearch(
  trx: Trx,
  categoryId: string,
  before: string,
  after: string,
): Promise<void> {
  const [from, to] = [`\n${searchLine(before)}\n`, `\n${searchLine(after)}\n`];
  // The category is the first line with a line feed at both ends. Equal tags follow it, and matches do not overlap.
  await trx
    .updateTable("products")
    .set({ searchText: sql<string>`replace("searchText", ${from}, ${to})` })
    .where("categoryId", "=", categoryId)
    .execute();
}

/**
 * Moves every product of a category into another one, including deleted products and changes that wait for review.
 * Search then finds them by the new title. Runs three statements, however many products.
 */
export async function moveToCategory(
  trx: Trx,
  from: { _id: string; title: string },
  into: { _id: string; title: string },
  now: string,
): Promise<void> {
  await renameCategoryInSearch(trx, from._id, from.title, into.title);
  await trx
    .updateTable("products")
    .set({ categoryId: into._id, updatedAt: now })
    .where("categoryId", "=", from._id)
    .execute();
  await trx
    .updateTable("productRevisions")
    .set({ payload: sql<string>`replace("payload", ${`"${from._id}"`}, ${`"${into._id}"`})` })
    .where("payload", "like", `%"${from._id}"%`)
    .execute();
}

/** Columns to set for a product that is not on sale or goes off sale, in addition to `soldColumnsOf`. */
export function offSale(payload: ProductPayload, food: Food, categoryTitle: string, now: string) {
  const handedIn = payload.availType === "in-review";
  return {
    ...shownColumnsOf(payload, categoryTitle),
    ...filterColumns(food),
    availType: payload.availType,
    isPublic: 0 as const,
    submittedAt: handedIn ? now : null,
    ...(handedIn && { sentBackReason: "" }),
  };
}

/** True when the product is on sale and is to stay there. */
export function staysOnSale(row: Pick<ProductRow, "availType">, payload: ProductPayload): boolean {
  return row.availType === "published" && payload.availType !== "draft";
}

/** The change that waits for review after a save: none, the earlier one as before, or this one as it is stored. */
export function waitingAfter(
  row: Selectable<ProductRow>,
  images: string[],
  wanted: ProductPayload,
  sizes: SizePlan["review"],
  earlier: RevisionPayload | null,
  food: { published: Food; requested: Food },
): "nothing" | "as before" | { payload: string; foodSaid: number } {
  const published: RevisionPayload = {
    title: row.title,
    description: row.description,
    categoryId: row.categoryId,
    tags: tagsIn(row.tags),
    imageIds: images,
    videoId: row.videoId,
    food: food.published,
    sizes: sizes.onSale,
  };
  const change: RevisionPayload = {
    title: wanted.title,
    description: wanted.description,
    categoryId: wanted.category,
    tags: wanted.tags,
    imageIds: wanted.image,
    videoId: wanted.video,
    food: food.requested,
    sizes: sizes.wanted,
  };
  const payload = JSON.stringify(change);
  if (JSON.stringify(published) === payload) return "nothing";
  return earlier && JSON.stringify({ ...earlier, food: earlier.food ?? food.published }) === payload
    ? "as before"
    : {
        payload,
        foodSaid: saidBits(food.requested) | (sizes.wanted.every(({ content }) => content) ? CONTENT_BIT : 0),
      };
}

/** A product's row, locked until the transaction ends, because its stock is counted. */
export function lockedRow(trx: Db, dialect: Dialect, merchantId: string, productId: string) {
  const row = trx
    .selectFrom("products")
    .selectAll()
    .where("_id", "=", productId)
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null);
  return (dialect.forUpdate ? row.forUpdate() : row).executeTakeFirst();
}

export async function revisionOf(db: Db, productId: string): Promise<RevisionPayload | null> {
  const row = await db
    .selectFrom("productRevisions")
    .select("payload")
    .where("productId", "=", productId)
    .executeTakeFirst();
  return row ? revisionIn(row.payload) : null;
}

export async function imageIdsOf(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("productImages")
    .select("fileId")
    .where("productId", "=", productId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.fileId);
}

/** The pictures among these that an order of this product shows. */
export async function imagesInOrders(db: Db, productId: string, fileIds: string[]): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("orderLines")
    .select("imageId")
    .distinct()
    .where("productId", "=", productId)
    .where("imageId", "in", fileIds)
    .execute();
  return new Set(rows.flatMap((row) => row.imageId ?? []));
}

/** A category's title, if the store sells in it or the product is already in it. Otherwise null. */
export async function ownCategoryTitle(
  db: Db,
  merchantId: string,
  categoryId: string,
  standing: string | null,
): Promise<string | null> {
  const row = await db
    .selectFrom("categories as c")
    .leftJoin("storeCategories as s", (join) =>
      join.onRef("s.categoryId", "=", "c._id").on("s.userId", "=", merchantId),
    )
    .select(["c.title", "s.userId"])
    .where("c._id", "=", categoryId)
    .executeTakeFirst();
  return row && (row.userId !== null || categoryId === standing) ? row.title : null;
}
