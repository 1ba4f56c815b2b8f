import { sql, type Expression, type SqlBool } from "kysely";
import { changedPage, readChangeCursor } from "~/features/cursor.server";
import { toDollars, type Tint } from "~/features/fields";
import { pageOfDocs } from "~/features/pagination";
import { contains } from "~/platform/database/contains.server";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { foldForSearch } from "~/platform/folding";
import type { Services } from "~/platform/services.server";
import { CHANGED_AT } from "~/features/products/changed-at.server";
import { unknownToAll } from "~/features/products/errors.server";
import { imagesOf } from "~/features/products/images.server";
import { MOST_LISTED, type OperatorProduct, type ProductQuery, type Standing } from "./operator-schema";
import { takenOffOf } from "~/features/products/taken-off.server";

const PRODUCTS_A_PAGE = 20;
const BY_CHANGE = "all products changed";
/** The most matches of each kind that a search looks through: the newest ones if the index knows their age. */
const MOST_LOOKED_THROUGH = 2000;
const MOST_STALLS = 20;

/** A product's state. The index "productsStanding" is over this expression, so it must stay as it is. */
const PRODUCT_STANDING = sql<Standing>`case when "takenOffAt" is not null then 'taken-off' when "deletedAt" is not null then 'deleted' when "isPublic" = 1 then 'on-sale' when "availType" = 'published' then 'stall-closed' else "availType" end`;

/**
 * A page of all products of the marketplace, newest first or by change; `q` searches by id, part of the title, SKU or
 * stall. Its work is bounded: a list goes down an index and is counted to MOST_LISTED, and a search for a word that
 * very many products have looks only through the newest matches.
 */
export async function productPage({ db, dialect }: Pick<Services, "db" | "dialect">, query: ProductQuery) {
  const { page, q, status, updatedSince, limit = PRODUCTS_A_PAGE } = query;
  const offset = (page - 1) * limit;
  const matchingProducts = listQuery(db, q === "" ? null : matches(db, dialect, q), status);
  const count = async (products: typeof matchingProducts) => {
    const countQuery = db.selectFrom(products.select("p._id").limit(MOST_LISTED).as("some"));
    return Number((await countQuery.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n);
  };
  if (updatedSince !== undefined) {
    const columns = { at: CHANGED_AT, id: sql.ref<string>("p._id") };
    const changed = await changedPage(BY_CHANGE, { ...query, updatedSince }, PRODUCTS_A_PAGE, columns, {
      count: (condition) => count(matchingProducts.where(condition)),
      read: (range) =>
        matchingProducts
          .where(range.condition)
          .select(["p._id", CHANGED_AT.as("changedAt")])
          .orderBy(CHANGED_AT)
          .orderBy("p._id")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ changedAt, _id }) => ({ at: changedAt, id: _id }),
    });
    const docs = await operatorProducts(
      db,
      changed.docs.map(({ _id }) => _id),
    );
    return { ...changed, docs };
  }
  readChangeCursor(BY_CHANGE, query);
  const ids = await matchingProducts
    .select("p._id")
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .limit(Math.min(limit, Math.max(0, MOST_LISTED - offset)))
    .offset(offset)
    .execute();
  const docs = await operatorProducts(
    db,
    ids.map((row) => row._id),
  );
  return pageOfDocs(docs, page, limit, await count(matchingProducts));
}

/** One product with its merchant. */
export async function productForOperators({ db }: Pick<Services, "db">, productId: string): Promise<OperatorProduct> {
  const [product] = await operatorProducts(db, [productId]);
  if (!product) throw unknownToAll();
  return product;
}

/**
 * A cross join makes SQLite start with the ids that a search finds. Otherwise it may go down the whole list and look up
 * each product among them.
 */
function listQuery(db: Db, ids: ReturnType<typeof matches> | null, status: Standing | "") {
  const rows = ids
    ? db.selectFrom(ids.as("f")).crossJoin("products as p").whereRef("p._id", "=", "f._id")
    : db.selectFrom("products as p");
  // The joined ids add only an `_id` of their own, so this is a query over products like the other one.
  const query = rows as ReturnType<typeof all>;
  return status ? query.where(sql<SqlBool>`${PRODUCT_STANDING} = ${sql.lit(status)}`) : query;
}

const all = (db: Db) => db.selectFrom("products as p");

/** A query for the ids of the products that `q` matches, each once. */
function matches(db: Db, dialect: Dialect, q: string) {
  const ids = db.selectFrom("products").select("_id");
  if (/^[0-9a-f]{24}$/.test(q)) {
    const ofMerchant = ids.where("merchantId", "=", q).where("deletedAt", "is", null);
    return ids.where("_id", "=", q).union(ofMerchant.limit(MOST_LOOKED_THROUGH));
  }
  const bySku = db
    .selectFrom("variants")
    .select("productId as _id")
    .where(sql<SqlBool>`lower("sku") = lower(${q})`)
    .limit(MOST_LOOKED_THROUGH);
  const ofStalls = ids
    .where("merchantId", "in", (eb) =>
      eb
        .selectFrom("stores")
        .select("userId")
        .where((of) => of.or(contains(q, [of.ref("storeName")])))
        .limit(MOST_STALLS),
    )
    .where("deletedAt", "is", null)
    .limit(MOST_LOOKED_THROUGH);
  const matchingIds = dialect.productsLookedUp(
    foldForSearch(q).split(" ").filter(Boolean).slice(0, 10),
    MOST_LOOKED_THROUGH,
  );
  const idsOfParts = part(db, bySku).union(part(db, ofStalls));
  return matchingIds ? idsOfParts.union(part(db, matchingIds)) : idsOfParts;
}

/** In a UNION branch, SQL allows LIMIT only inside a subquery. */
function part(db: Db, query: Expression<{ _id: string }>) {
  return db.selectFrom(sql<{ _id: string }>`(${query})`.as("part")).select("part._id");
}

/** Products by their ids, in the order of the ids, also deleted ones. Runs two statements, however many products. */
export async function operatorProducts(db: Db, ids: string[]): Promise<OperatorProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("productRevisions as r", "r.productId", "p._id")
    .select((eb) => [
      "p._id",
      "p.title",
      "p.sku",
      "p.availType",
      "p.priceCents",
      "p.quantity",
      "p.merchantId",
      "p.createdAt",
      "p.takenOffAt",
      "p.takenOffReason",
      "c.title as category",
      "c.tint",
      "u.email",
      "s.storeName",
      "s.status as storeStatus",
      "r.submittedAt as changedAt",
      eb.ref("p.deletedAt").as("goneAt"),
      eb
        .selectFrom("products")
        .select(PRODUCT_STANDING.as("standing"))
        .whereRef("products._id", "=", "p._id")
        .as("standing"),
    ])
    .where("p._id", "in", ids)
    .execute();
  const images = await imagesOf(db, ids);
  const byId = new Map(
    rows.map((row): [string, OperatorProduct] => {
      const image = images.get(row._id)?.[0];
      return [
        row._id,
        {
          _id: row._id,
          title: row.title,
          sku: row.sku,
          status: row.standing ?? "draft",
          amount: toDollars(row.priceCents),
          quantity: row.quantity,
          category: { title: row.category, tint: row.tint as Tint },
          ...(image && { image }),
          merchant: {
            _id: row.merchantId,
            storeName: row.storeName ?? "",
            email: row.email ?? "",
            status: row.storeStatus ?? "waiting",
          },
          ...takenOffOf(row),
          waits:
            row.goneAt === null &&
            (row.availType === "in-review" || (row.availType === "published" && row.changedAt !== null)),
          createdAt: row.createdAt,
          deletedAt: row.goneAt,
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
