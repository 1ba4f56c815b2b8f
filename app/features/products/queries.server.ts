import { sql, type Expression, type SqlBool } from "kysely";
import { foldForSearch } from "~/platform/folding";
import { type Image, type Tint, toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import { behind, type Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";
import { takenOffOf } from "./taken-off.server";
import type { ManagedProduct, ManagedQuery, RevisionPayload, Stand } from "./schema";

/** When anything of a product became different, its stock too. The index "productsChanged" is over these words. */
const CHANGED_AT = sql<string>`case when "p"."stockAt" > "p"."updatedAt" then "p"."stockAt" else "p"."updatedAt" end`;

/** Those that were deleted belong to what was changed since a moment, and to nothing else. */
function ownRows(db: Db, merchantId: string, since?: string) {
  const own = db.selectFrom("products as p").where("p.merchantId", "=", merchantId);
  return since === undefined ? own.where("p.deletedAt", "is", null) : own.where(CHANGED_AT, ">=", since);
}

/**
 * The merchant's products whose folded title contains what was looked for. The index over the merchant's own comes
 * first.
 */
function found(db: Db, merchantId: string, { q, only, updatedSince }: Wanted) {
  const own = ownRows(db, merchantId, updatedSince);
  const rows = only ? own.where(STANDING[only]) : own;
  // The title ends at the first line feed; behind it come category, tags and stall.
  return q
    ? rows.where(
        sql<boolean>`"p"."searchText" like ${`%${foldForSearch(q).replace(/[\\%_]/g, "\\$&")}%\n%\n%\n%`} escape '\\'`,
      )
    : rows;
}

type Wanted = Pick<ManagedQuery, "q" | "only" | "updatedSince">;

/** Each by an index of its own, which is taken only where its condition is written out. */
const STANDING: Record<Stand, Expression<SqlBool>> = {
  "out-of-stock": sql<SqlBool>`"p"."availType" = 'published' and "p"."quantity" = 0`,
  "low-stock": sql<SqlBool>`"p"."availType" = 'published' and "p"."quantity" > 0 and "p"."quantity" <= coalesce("p"."lowStockAt", (select "lowStockAt" from "stores" where "userId" = "p"."merchantId"))`,
  "sent-back": sql<SqlBool>`"p"."sentBackReason" <> ''`,
  "taken-off": sql<SqlBool>`"p"."takenOffAt" is not null`,
};

/** More than a stall ever has; a limit keeps the order of a subquery. */
const MOST_COUNTED = 1_000_000;

/** How many there are, up to MOST_COUNTED. */
export async function countOwn(db: Db, merchantId: string, wanted: Wanted): Promise<number> {
  // In the order of the list, SQLite takes the list's own index, which holds all that is asked for.
  const counted =
    wanted.updatedSince === undefined
      ? newest(db, merchantId, wanted).limit(MOST_COUNTED)
      : found(db, merchantId, wanted).select("p._id");
  const row = await db
    .selectFrom(counted.as("counted"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

const newest = (db: Db, merchantId: string, wanted: Wanted) =>
  found(db, merchantId, wanted).select("p._id").orderBy("p.createdAt", "desc").orderBy("p._id", "desc");

/** One stretch of the merchant's products, newest first. Two statements, however many. */
export async function ownProducts(
  db: Db,
  merchantId: string,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<ManagedProduct[]> {
  const ids = newest(db, merchantId, wanted).limit(limit).offset(offset);
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
 * The merchant's products behind a cursor, one more than `limit`: newest first, or, of what was changed since a moment,
 * oldest change first. Two statements, however many.
 */
export async function ownProductsBehind(
  db: Db,
  merchantId: string,
  wanted: Wanted,
  place: Behind,
): Promise<ManagedProduct[]> {
  return withImages(db, await productsBehindQuery(db, merchantId, wanted, place).execute());
}

/** The first of the two; its plan is tested. */
export function productsBehindQuery(db: Db, merchantId: string, wanted: Wanted, { cursor, limit }: Behind) {
  const [at, direction] =
    wanted.updatedSince === undefined
      ? [sql.ref<string>("p.createdAt"), "desc" as const]
      : [CHANGED_AT, "asc" as const];
  const { updatedSince: since } = wanted;
  // From the cursor on: SQLite goes down an index of an expression from one bound, and would take the earlier one.
  const updatedSince = since !== undefined && cursor && cursor.at > since ? cursor.at : since;
  const rows = whole(found(db, merchantId, { ...wanted, updatedSince }))
    .orderBy(at, direction)
    .orderBy("p._id", direction)
    .limit(limit + 1);
  return cursor ? rows.where(behind(cursor, { at, id: sql.ref<string>("p._id") }, direction)) : rows;
}

export async function ownProduct(db: Db, merchantId: string, productId: string): Promise<ManagedProduct | undefined> {
  const rows = await whole(ownRows(db, merchantId).where("p._id", "=", productId)).execute();
  return (await withImages(db, rows))[0];
}

/** Those of the merchant's products that have these ids, in no order; for a hundred at most. */
export async function ownProductsById(db: Db, merchantId: string, ids: string[]): Promise<ManagedProduct[]> {
  return withImages(db, await whole(ownRows(db, merchantId).where("p._id", "in", ids)).execute());
}

function whole(rows: ReturnType<typeof ownRows>) {
  return rows
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("files as v", "v._id", "p.videoId")
    .leftJoin("productRevisions as r", "r.productId", "p._id")
    .selectAll("p")
    .select([
      "c.title as categoryTitle",
      "c.tint",
      "s.lowStockAt as stallMark",
      "v.mime as videoMime",
      "v.bytes as videoBytes",
      "r.payload as revision",
      "r.submittedAt as revisedAt",
    ]);
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof whole>["executeTakeFirstOrThrow"]>>;

/** Pictures of the products and of their waiting changes, all in one statement, and the changes' categories. */
async function withImages(db: Db, rows: OwnRow[]): Promise<ManagedProduct[]> {
  if (rows.length === 0) return [];
  const shown = await db
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
    rows.flatMap((row) => (row.revision ? [[row._id, JSON.parse(row.revision) as RevisionPayload] as const] : [])),
  );
  const known = new Map<string, Image>(shown.map((row) => [row._id, imageOf(row)]));
  const [newIds, categoryIds, videoIds] = [
    [...revisions.values()].flatMap((r) => r.imageIds.filter((id) => !known.has(id))),
    [...revisions.values()].map((r) => r.categoryId),
    [...revisions.values()].flatMap((r) => r.videoId ?? []),
  ];
  const more =
    newIds.length + videoIds.length > 0
      ? await db
          .selectFrom("files")
          .select(["_id", "kind", "mime", "bytes", "widths", "width", "height"])
          .where("_id", "in", [...newIds, ...videoIds])
          .execute()
      : [];
  for (const row of more) if (row.kind === "image") known.set(row._id, imageOf(row));
  const videos = new Map(more.filter((row) => row.kind === "video").map((row) => [row._id, row]));
  const categories =
    categoryIds.length > 0
      ? await db.selectFrom("categories").select(["_id", "title", "tint"]).where("_id", "in", categoryIds).execute()
      : [];
  return rows.map((row) => {
    const revision = revisions.get(row._id);
    const category = categories.find((c) => c._id === revision?.categoryId);
    const video = revision?.videoId ? videos.get(revision.videoId) : undefined;
    return {
      ...toManaged(row, shown.filter((image) => image.productId === row._id).map(imageOf)),
      ...(revision && {
        waiting: {
          title: revision.title,
          description: revision.description,
          tags: revision.tags,
          submittedAt: row.revisedAt ?? row.updatedAt,
          category: category
            ? { ...category, tint: category.tint as Tint }
            : { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
          image: revision.imageIds.flatMap((id) => known.get(id) ?? []),
          ...(video && { video: { _id: video._id, url: `/media/${video._id}`, mime: video.mime, bytes: video.bytes } }),
        },
      }),
    };
  });
}

function toManaged(row: OwnRow, image: Image[]): ManagedProduct {
  const discounted = row.priceCents < row.amountCents;
  return {
    _id: row._id,
    title: row.title,
    description: row.description,
    amount: toDollars(row.amountCents),
    ...(discounted && { discountedPrice: toDollars(row.priceCents) }),
    discountType: row.discountType,
    discountPercentage: row.discountPercent,
    discount: discounted ? row.discountPercent : 0,
    taxClass: row.taxClass as ManagedProduct["taxClass"],
    vatAmount: toDollars(row.vatCents),
    quantity: row.quantity,
    lowStockAt: row.lowStockAt,
    runsLow: row.quantity <= (row.lowStockAt ?? row.stallMark),
    sku: row.sku,
    barcode: row.barcode,
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
    measurement: JSON.parse(row.measurement) as ManagedProduct["measurement"],
    category: { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
    tags: JSON.parse(row.tags) as string[],
    variations: JSON.parse(row.variations) as ManagedProduct["variations"],
    availType: row.availType,
    rating: row.rating,
    sentBackReason: row.sentBackReason,
    ...takenOffOf(row),
    createdAt: row.createdAt,
    updatedAt: row.stockAt > row.updatedAt ? row.stockAt : row.updatedAt,
    ...(row.deletedAt !== null && { deletedAt: row.deletedAt }),
  };
}
