import { sql, type Expression, type SqlBool } from "kysely";
import { foldForSearch } from "~/platform/folding";
import { CONTENT_BIT, demandsIn, lacksOf } from "~/features/food-information/demands";
import { foodIn } from "~/features/food-information/food-json";
import { type Image, type Tint, toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import { behind, type Cursor } from "~/features/cursor.server";
import { MOST_COUNTED } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";
import { CHANGED_AT } from "./changed-at.server";
import { barcodeSpellings } from "./gtin-schema";
import { takenOffOf } from "./taken-off.server";
import { asWanted } from "./plan-sizes.server";
import { contentsOf, type Contents } from "./net-content-schema";
import type { ManagedProduct, ManagedQuery, ManagedSize, Stand, StateCounts } from "./schema";
import { seasonIn } from "./season-schema";
import { runsLow, variantsOf, type Variant } from "./variants.server";
import { USUAL_MARGIN } from "./weighed-schema";
import { measurementIn, revisionIn, tagsIn, variationsIn } from "./stored-json";

/** Deleted products appear only in the changes since a moment. */
function ownRows(db: Db, merchantId: string, since?: string) {
  const rows = db.selectFrom("products as p").where("p.merchantId", "=", merchantId);
  return since === undefined ? rows.where("p.deletedAt", "is", null) : rows.where(CHANGED_AT, ">=", since);
}

/**
 * The merchant's products whose folded title contains the searched text. The index over the merchant's products is used
 * first.
 */
function matchingQuery(db: Db, merchantId: string, { q, only, updatedSince, ...codes }: Wanted) {
  const rowsOfMerchant = lookedUp(ownRows(db, merchantId, updatedSince), merchantId, codes);
  const rows = only ? rowsOfMerchant.where(STANDING[only]) : rowsOfMerchant;
  // The title ends at the first line feed. Category, tags and stall follow it.
  return q
    ? rows.where(
        sql<boolean>`"p"."searchText" like ${`%${foldForSearch(q).replace(/[\\%_]/g, "\\$&")}%\n%\n%\n%`} escape '\\'`,
      )
    : rows;
}

type Wanted = Pick<ManagedQuery, "q" | "only" | "updatedSince" | keyof Named>;
type Named = Pick<ManagedQuery, "sku" | "barcode" | "externalId">;

/** The merchant's products that have these codes. */
function lookedUp(rowsOfMerchant: ReturnType<typeof ownRows>, merchantId: string, { sku, barcode, externalId }: Named) {
  let rows = rowsOfMerchant;
  if (externalId !== undefined) rows = rows.where("p.externalId", "=", externalId);
  if (sku !== undefined || barcode !== undefined)
    rows = rows.where("p._id", "in", (eb) => {
      let sizes = eb
        .selectFrom("variants as n")
        .select("n.productId")
        .where("n.merchantId", "=", merchantId)
        .where("n.deletedAt", "is", null);
      if (sku !== undefined) sizes = sizes.where("n.sku", "=", sku);
      return barcode === undefined ? sizes : sizes.where("n.barcode", "in", barcodeSpellings(barcode));
    });
  return rows;
}

/** Each state has its own index, which the databases use only if the query repeats the index's condition. */
const STANDING: Record<Stand, Expression<SqlBool>> = {
  "on-sale": sql<SqlBool>`"p"."isPublic" = 1`,
  "in-review": sql<SqlBool>`"p"."availType" = 'in-review'`,
  drafts: sql<SqlBool>`"p"."availType" = 'draft'`,
  "out-of-stock": sql<SqlBool>`"p"."availType" = 'published' and "p"."quantity" = 0`,
  "low-stock": sql<SqlBool>`"p"."availType" = 'published' and "p"."quantity" > 0 and ${runsLow("p", sql`(select "lowStockAt" from "stores" where "userId" = "p"."merchantId")`)}`,
  "sent-back": sql<SqlBool>`"p"."sentBackReason" <> ''`,
  "taken-off": sql<SqlBool>`"p"."takenOffAt" is not null`,
  "to-complete": sql<SqlBool>`"p"."availType" = 'published' and exists (select 1 from "categoryDemands" as "cd" where "cd"."categoryId" = "p"."categoryId" and ("cd"."demands" & ~coalesce((select "pr"."foodSaid" from "productRevisions" as "pr" where "pr"."productId" = "p"."_id"), "p"."foodSaid" | case when exists (select 1 from "variants" as "pv" where "pv"."productId" = "p"."_id" and "pv"."deletedAt" is null and "pv"."contentMilli" is null) then 0 else ${sql.lit(CONTENT_BIT)} end)) <> 0)`,
};

/** More products than a stall ever has. A subquery keeps its order only with a limit. */
const MOST_OWN = 1_000_000;

/** How many there are, up to MOST_OWN. */
export async function countOwn(db: Db, merchantId: string, filters: Wanted): Promise<number> {
  // In the list's order, SQLite takes the list's own index, which holds all columns that the query needs.
  const countQuery =
    filters.updatedSince === undefined
      ? newest(db, merchantId, filters).limit(MOST_OWN)
      : matchingQuery(db, merchantId, filters).select("p._id");
  const row = await db
    .selectFrom(countQuery.as("counted"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many products each state has, up to `MOST_COUNTED + 1`, counted by each list's index. Runs one statement. */
export async function countStates(db: Db, merchantId: string, filters: Wanted): Promise<StateCounts> {
  const countOf = (only: Wanted["only"]) => {
    // Without the list's order, SQLite counts in the index over the stock alone.
    const list =
      only === "out-of-stock" || only === "low-stock"
        ? matchingQuery(db, merchantId, { ...filters, only }).select("p._id")
        : newest(db, merchantId, { ...filters, only });
    return db.selectFrom(list.limit(MOST_COUNTED + 1).as("some")).select(sql<number>`count(*)`.as("n"));
  };
  const row = await db
    .selectNoFrom([
      countOf("").as("all"),
      countOf("on-sale").as("on-sale"),
      countOf("out-of-stock").as("out-of-stock"),
      countOf("low-stock").as("low-stock"),
      countOf("in-review").as("in-review"),
      countOf("drafts").as("drafts"),
      countOf("sent-back").as("sent-back"),
      countOf("taken-off").as("taken-off"),
      countOf("to-complete").as("to-complete"),
    ])
    .executeTakeFirstOrThrow();
  return {
    all: Number(row.all),
    "on-sale": Number(row["on-sale"]),
    "out-of-stock": Number(row["out-of-stock"]),
    "low-stock": Number(row["low-stock"]),
    "in-review": Number(row["in-review"]),
    drafts: Number(row.drafts),
    "sent-back": Number(row["sent-back"]),
    "taken-off": Number(row["taken-off"]),
    "to-complete": Number(row["to-complete"]),
  };
}

const newest = (db: Db, merchantId: string, filters: Wanted) =>
  matchingQuery(db, merchantId, filters).select("p._id").orderBy("p.createdAt", "desc").orderBy("p._id", "desc");

/** A range of the merchant's products, newest first. Runs three statements, however many products. */
export async function ownProducts(
  db: Db,
  merchantId: string,
  filters: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<ManagedProduct[]> {
  const ids = newest(db, merchantId, filters).limit(limit).offset(offset);
  const rows = await whole(db.selectFrom("products as p").where("p._id", "in", ids))
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .execute();
  return withImages(db, rows);
}

interface Behind {
  cursor: Cursor | null;
  limit: number;
}

/**
 * The merchant's products behind a cursor, one more than `limit`. They come newest first, or oldest change first in a
 * list of changes since a moment. Runs three statements, however many products.
 */
export async function ownProductsBehind(
  db: Db,
  merchantId: string,
  filters: Wanted,
  place: Behind,
): Promise<ManagedProduct[]> {
  return withImages(db, await productsBehindQuery(db, merchantId, filters, place).execute());
}

/** The first of those statements. It is exported because a test checks its query plan. */
export function productsBehindQuery(db: Db, merchantId: string, filters: Wanted, { cursor, limit }: Behind) {
  const [at, direction] =
    filters.updatedSince === undefined
      ? [sql.ref<string>("p.createdAt"), "desc" as const]
      : [CHANGED_AT, "asc" as const];
  const { updatedSince: since } = filters;
  // Starts at the cursor: SQLite applies only one lower bound to an index of an expression, and would take the earlier.
  const updatedSince = since !== undefined && cursor && cursor.at > since ? cursor.at : since;
  const rows = whole(matchingQuery(db, merchantId, { ...filters, updatedSince }))
    .orderBy(at, direction)
    .orderBy("p._id", direction)
    .limit(limit + 1);
  return cursor ? rows.where(behind(cursor, { at, id: sql.ref<string>("p._id") }, direction)) : rows;
}

export async function ownProduct(db: Db, merchantId: string, productId: string): Promise<ManagedProduct | undefined> {
  const rows = await whole(ownRows(db, merchantId).where("p._id", "=", productId)).execute();
  return (await withImages(db, rows))[0];
}

/** The merchant's products that have these ids, in no order. For a hundred at most. */
export async function ownProductsById(db: Db, merchantId: string, ids: string[]): Promise<ManagedProduct[]> {
  return withImages(db, await whole(ownRows(db, merchantId).where("p._id", "in", ids)).execute());
}

function whole(rows: ReturnType<typeof ownRows>) {
  return rows
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("files as v", "v._id", "p.videoId")
    .leftJoin("productRevisions as r", "r.productId", "p._id")
    .leftJoin("productFood as pf", "pf.productId", "p._id")
    .leftJoin("categoryDemands as d", "d.categoryId", "p.categoryId")
    .selectAll("p")
    .select([
      "c.title as categoryTitle",
      "c.tint",
      "s.lowStockAt as stallMark",
      "v.mime as videoMime",
      "v.bytes as videoBytes",
      "pf.food",
      "d.kind",
      "d.demands",
      "r.payload as revision",
      "r.submittedAt as revisedAt",
    ]);
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof whole>["executeTakeFirstOrThrow"]>>;

/** Adds the sizes and pictures, and the files and categories of waiting changes, with a statement each. */
async function withImages(db: Db, rows: OwnRow[]): Promise<ManagedProduct[]> {
  if (rows.length === 0) return [];
  const imageRows = await db
    .selectFrom("productImages as i")
    .innerJoin("files as f", "f._id", "i.fileId")
    .select(["i.productId", "f._id", "f.widths", "f.width", "f.height"])
    .where(
      "i.productId",
      "in",
      rows.map((row) => row._id),
    )
    .orderBy("i.productId")
    .orderBy("i.position")
    .execute();
  const revisions = new Map(
    rows.flatMap((row) => (row.revision ? [[row._id, revisionIn(row.revision)] as const] : [])),
  );
  const imagesById = new Map<string, Image>(imageRows.map((row) => [row._id, imageOf(row)]));
  const [newIds, categoryIds, videoIds] = [
    [...revisions.values()].flatMap((r) => r.imageIds.filter((id) => !imagesById.has(id))),
    [...revisions.values()].map((r) => r.categoryId),
    [...revisions.values()].flatMap((r) => r.videoId ?? []),
  ];
  const newFiles =
    newIds.length + videoIds.length > 0
      ? await db
          .selectFrom("files")
          .select(["_id", "kind", "mime", "bytes", "widths", "width", "height"])
          .where("_id", "in", [...newIds, ...videoIds])
          .execute()
      : [];
  for (const row of newFiles) if (row.kind === "image") imagesById.set(row._id, imageOf(row));
  const videos = new Map(newFiles.filter((row) => row.kind === "video").map((row) => [row._id, row]));
  const categories =
    categoryIds.length > 0
      ? await db
          .selectFrom("categories as c")
          .leftJoin("categoryDemands as d", "d.categoryId", "c._id")
          .select(["c._id", "c.title", "c.tint", "d.kind", "d.demands"])
          .where("c._id", "in", categoryIds)
          .execute()
      : [];
  const sizes = await variantsOf(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => {
    const revision = revisions.get(row._id);
    const category = categories.find((c) => c._id === revision?.categoryId);
    const video = revision?.videoId ? videos.get(revision.videoId) : undefined;
    return {
      ...toManaged(
        row,
        sizes.get(row._id) ?? [],
        imageRows.filter((image) => image.productId === row._id).map(imageOf),
      ),
      lacks: lacksOf({
        category: demandsIn(category ?? row),
        food: revision?.food ?? foodIn(row.food),
        sizes: (sizes.get(row._id) ?? []).map((size, index) => ({
          content: asWanted(size, revision ?? null).content,
          field: `variants.${index}.content`,
        })),
      }).map(({ particular, field }) => ({ particular, field })),
      ...(revision && {
        waiting: {
          title: revision.title,
          description: revision.description,
          tags: revision.tags,
          food: revision.food ?? foodIn(row.food),
          ...(revision.sizes && {
            sizes: revision.sizes.map(({ _id, name, ...contents }) => ({ _id, name, ...contentFields(contents) })),
          }),
          submittedAt: row.revisedAt ?? row.updatedAt,
          category: category
            ? { _id: category._id, title: category.title, tint: category.tint as Tint }
            : { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
          image: revision.imageIds.flatMap((id) => imagesById.get(id) ?? []),
          ...(video && { video: { _id: video._id, url: `/media/${video._id}`, mime: video.mime, bytes: video.bytes } }),
        },
      }),
    };
  });
}

/** Contents as answers report them. Unknown ones are left out. */
const contentFields = ({ content, drained }: Contents) => ({
  ...(content && { content }),
  ...(drained && { drained }),
});

function toManagedSize(
  size: Omit<Variant, "productId" | "position" | "soldCents" | "weightUnit">,
  stallMark: number,
): ManagedSize {
  return {
    _id: size._id,
    name: size.name,
    sku: size.sku,
    barcode: size.barcode,
    amount: toDollars(size.amountCents),
    ...(size.priceCents < size.amountCents && { discountedPrice: toDollars(size.priceCents) }),
    ...(size.priorCents !== null && size.priorCents > size.priceCents && { originalPrice: toDollars(size.priorCents) }),
    vatAmount: toDollars(size.vatCents),
    quantity: size.quantity,
    stockVersion: size.stockVersion,
    lowStockAt: size.lowStockAt,
    runsLow: size.quantity <= (size.lowStockAt ?? stallMark),
    ...contentFields(contentsOf(size)),
    ...(size.unitPriceCents !== null && {
      weighed: { price: toDollars(size.unitPriceCents), margin: size.marginPercent ?? USUAL_MARGIN },
    }),
    isPending: size.isPending === 1,
  };
}

function toManaged(row: OwnRow, sizes: Variant[], image: Image[]): Omit<ManagedProduct, "lacks"> {
  const variants = sizes.map((size) => toManagedSize(size, row.stallMark));
  // A deleted product has no sizes left, so its own row stands in for the first one.
  const first = variants[0] ?? toManagedSize({ ...row, name: "", isPending: 0, marginPercent: null }, row.stallMark);
  const { _id: _size, name: _name, isPending: _pending, ...ofFirst } = first;
  const discounted = first.discountedPrice !== undefined;
  const season = seasonIn(row);
  return {
    _id: row._id,
    title: row.title,
    description: row.description,
    ...ofFirst,
    variants,
    discountType: row.discountType,
    discountPercentage: row.discountPercent,
    discount: discounted ? row.discountPercent : 0,
    taxClass: row.taxClass as ManagedProduct["taxClass"],
    runsLow: variants.some((size) => size.runsLow),
    isPhysical: row.isPhysical === 1,
    image,
    ...(row.videoId && {
      video: {
        _id: row.videoId,
        url: `/media/${row.videoId}`,
        ...(row.videoMime && { mime: row.videoMime }),
        ...(row.videoBytes !== null && { bytes: row.videoBytes }),
      },
    }),
    measurement: measurementIn(row.measurement),
    category: { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
    tags: tagsIn(row.tags),
    food: foodIn(row.food),
    variations: variationsIn(row.variations),
    ...(season && { season }),
    noticeHours: row.noticeHours,
    externalId: row.externalId,
    availType: row.availType,
    rating: row.rating,
    sentBackReason: row.sentBackReason,
    ...takenOffOf(row),
    createdAt: row.createdAt,
    updatedAt: row.stockAt > row.updatedAt ? row.stockAt : row.updatedAt,
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt }),
  };
}
