import { sql, type Selectable } from "kysely";
import { demandsIn, type CategoryDemands } from "~/features/food-information/demands";
import { foodIn } from "~/features/food-information/food-json";
import type { Food } from "~/features/food-information/schema";
import { fold } from "~/platform/folding";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductRow } from "~/platform/database/tables";
import { takingTurns } from "~/platform/turns";
import type { RevisionPayload } from "./schema";
import { variantsOf, type Variant } from "./variants.server";
import { batches } from "./write-many.server";
import { revisionIn } from "./stored-json";

/** Rows that are read before other work gets a turn. */
const READ_AT_ONCE = 2500;

/** A product in one of its sizes, with everything that a row of a spreadsheet may change. */
export interface Listed {
  /** The row of the product. Price, stock and codes are those of the size. */
  row: Selectable<ProductRow>;
  size: Variant;
  /** All its sizes, in their order. */
  sizes: Variant[];
  categoryTitle: string;
  /** The files that the shop shows. */
  published: { imageIds: string[]; videoId: string | null };
  waiting: RevisionPayload | null;
  /** The food information that the shop shows. */
  food: Food;
  waitingCategory: string | null;
  /** The demands of its category, and of the category that its waiting change names. */
  demands: CategoryDemands;
  waitingDemands: CategoryDemands | null;
}

function listedQuery(db: Db, merchantId: string) {
  return db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .leftJoin("productFood as pf", "pf.productId", "p._id")
    .leftJoin("categoryDemands as d", "d.categoryId", "p.categoryId")
    .selectAll("p")
    .select(["c.title as categoryTitle", "pf.food", "d.kind", "d.demands"])
    .where("p.merchantId", "=", merchantId)
    .where("p.deletedAt", "is", null);
}

/**
 * The ids of the merchant's products that have a size with one of these SKUs. This is a separate statement: given a
 * subquery, Postgres may go through all sizes for each product while its statistics do not include newly added
 * products.
 */
async function idsBySku(db: Db, merchantId: string, skus: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("variants")
    .select("productId")
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null)
    .where("sku", "in", skus)
    .distinct()
    .execute();
  return rows.map(({ productId }) => productId);
}

/** The merchant's products that have these SKUs, by SKU, each in the size that has it. */
export async function listedBySku(db: Db, merchantId: string, skus: string[]): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  const turn = takingTurns();
  for (const batch of batches(skus, READ_AT_ONCE)) {
    const wantedSkus = new Set(batch);
    const ids = await idsBySku(db, merchantId, batch);
    const rows = ids.length === 0 ? [] : await listedQuery(db, merchantId).where("p._id", "in", ids).execute();
    for (const product of await whole(db, rows))
      if (wantedSkus.has(product.size.sku)) found.set(product.size.sku, product);
    await turn();
  }
  return found;
}

const DIGITS = /^[1-9]\d*$/;

/** The merchant's SKUs that equal one of these SKUs of digits, but for zeros in front. Runs one statement at most. */
export async function skusWithZeros(db: Db, merchantId: string, skus: string[]): Promise<string[]> {
  const bare = skus.filter((sku) => DIGITS.test(sku));
  if (bare.length === 0) return [];
  const rows = await db
    .selectFrom("variants")
    .select("sku")
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null)
    .where("sku", ">=", "0")
    .where("sku", "<", "1")
    .where(sql<string>`ltrim("sku", '0')`, "in", bare)
    .orderBy("sku")
    .execute();
  return rows.map((row) => row.sku);
}

/** Locks the merchant's products that have these SKUs, because stock is counted under their locks. */
export async function lockBySku(trx: Trx, dialect: Dialect, merchantId: string, skus: string[]): Promise<void> {
  if (!dialect.forUpdate) return;
  const ids = await idsBySku(trx, merchantId, skus);
  if (ids.length === 0) return;
  await trx
    .selectFrom("products")
    .select("_id")
    .where("_id", "in", ids)
    // Every lock on products takes this order, so that two transactions do not deadlock.
    .orderBy("_id")
    .forUpdate()
    .execute();
}

/** The merchant's products that have these ids, by id; with a dialect, locked. For a hundred at most. */
export async function listedById(
  db: Db,
  merchantId: string,
  ids: string[],
  dialect?: Dialect,
): Promise<Map<string, Listed>> {
  const query = listedQuery(db, merchantId).where("p._id", "in", ids).orderBy("p._id");
  const rows = await (dialect?.forUpdate ? query.forUpdate("p") : query).execute();
  // Reversed, because each product is wanted in its first size and the last entry of a map wins.
  return new Map((await whole(db, rows)).toReversed().map((product) => [product.row._id, product]));
}

/** The merchant's products after `lastId` in all sizes, in an order that never changes. For lists of any length. */
export async function listedBehind(db: Db, merchantId: string, lastId: string, limit: number): Promise<Listed[]> {
  return whole(
    db,
    await listedQuery(db, merchantId).where("p._id", ">", lastId).orderBy("p._id").limit(limit).execute(),
  );
}

/** The products in each of their sizes, with pictures and waiting changes. Four statements, however many products. */
async function whole(
  db: Db,
  rows: (Selectable<ProductRow> & {
    categoryTitle: string;
    food: string | null;
    kind: string | null;
    demands: number | null;
  })[],
): Promise<Listed[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row._id);
  const sizes = await variantsOf(db, ids);
  const images = new Map<string, string[]>(ids.map((productId) => [productId, []]));
  for (const { productId, fileId } of await db
    .selectFrom("productImages")
    .select(["productId", "fileId"])
    .where("productId", "in", ids)
    .orderBy("productId")
    .orderBy("position")
    .execute())
    images.get(productId)?.push(fileId);
  const waiting = new Map(
    (
      await db.selectFrom("productRevisions").select(["productId", "payload"]).where("productId", "in", ids).execute()
    ).map(({ productId, payload }) => [productId, revisionIn(payload)]),
  );
  const categoryIds = [...new Set([...waiting.values()].map((change) => change.categoryId))];
  const categories = new Map(
    categoryIds.length > 0
      ? (await categoriesWithDemands(db).where("c._id", "in", categoryIds).execute()).map((row) => [row._id, row])
      : [],
  );
  return rows.flatMap(({ categoryTitle, food, kind, demands, ...row }) => {
    const change = waiting.get(row._id) ?? null;
    const ownSizes = sizes.get(row._id) ?? [];
    const waitingCategory = change && categories.get(change.categoryId);
    return ownSizes.map((size): Listed => ({
      row: { ...row, ...figuresOf(size) },
      size,
      sizes: ownSizes,
      categoryTitle,
      published: { imageIds: images.get(row._id) ?? [], videoId: row.videoId },
      waiting: change,
      food: foodIn(food),
      waitingCategory: change && (waitingCategory?.title ?? categoryTitle),
      demands: demandsIn({ kind, demands }),
      waitingDemands: waitingCategory ? demandsIn(waitingCategory) : null,
    }));
  });
}

const figuresOf = ({
  sku,
  barcode,
  amountCents,
  priceCents,
  vatCents,
  quantity,
  stockVersion,
  lowStockAt,
}: Variant) => ({
  sku,
  barcode,
  amountCents,
  priceCents,
  vatCents,
  quantity,
  stockVersion,
  lowStockAt,
});

const categoriesWithDemands = (db: Db) =>
  db
    .selectFrom("categories as c")
    .leftJoin("categoryDemands as d", "d.categoryId", "c._id")
    .select(["c._id", "c.title", "d.kind", "d.demands"]);

/** The categories that the store sells in, by folded title. */
export async function categoriesOfStore(db: Db, merchantId: string) {
  const rows = await categoriesWithDemands(db)
    .innerJoin("storeCategories as s", "s.categoryId", "c._id")
    .where("s.userId", "=", merchantId)
    .orderBy("c.position")
    .execute();
  return new Map(rows.map((row) => [fold(row.title), { _id: row._id, title: row.title, demands: demandsIn(row) }]));
}
