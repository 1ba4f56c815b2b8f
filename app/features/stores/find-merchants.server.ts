import { sql } from "kysely";
import { changedPage, readChangeCursor, withoutMoment } from "~/features/cursor.server";
import { pageOfDocs } from "~/features/pagination";
import { productsOnSale } from "~/features/products/on-sale.server";
import { contains } from "~/platform/database/contains.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownMerchant } from "./errors.server";
import type { Merchant, MerchantQuery } from "./merchants-schema";

const MERCHANTS_A_PAGE = 20;
const BY_CHANGE = "merchants changed";

/** The merchants with this status whose stall, name or mail contains `q`. */
function merchantsNamed(db: Db, { q, status }: Pick<MerchantQuery, "q" | "status">) {
  let query = db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .where("u.deletedAt", "is", null);
  if (status) query = query.where("s.status", "=", status);
  if (q)
    query = query.where((eb) =>
      eb.or(
        contains(q, [
          eb.ref("s.storeName"),
          eb.ref("u.email"),
          sql<string>`${eb.ref("u.firstName")} || ' ' || ${eb.ref("u.lastName")}`,
        ]),
      ),
    );
  return query;
}

const withDetails = (query: ReturnType<typeof merchantsNamed>) =>
  query.select([
    "u._id",
    "u.firstName",
    "u.lastName",
    "u.email",
    "u.telephone",
    "u.createdAt",
    "s.storeName",
    "s.username",
    "s.businessAddress",
    "s.status",
    productsOnSale("merchantId", "u._id").as("products"),
  ]);

/** One merchant with the titles of the store's categories. */
export async function merchantById(db: Db, merchantId: string) {
  const row = await withDetails(
    merchantsNamed(db, { q: "", status: "" }).where("u._id", "=", merchantId),
  ).executeTakeFirst();
  if (!row) return undefined;
  const categories = await db
    .selectFrom("storeCategories as sc")
    .innerJoin("categories as c", "c._id", "sc.categoryId")
    .select("c.title")
    .where("sc.userId", "=", merchantId)
    .orderBy("c.position")
    .execute();
  return { ...row, categories: categories.map(({ title }) => title) };
}

export type Found = NonNullable<Awaited<ReturnType<typeof merchantById>>>;

function toMerchant(row: Omit<Found, "categories">, categories: string[]): Merchant {
  return { ...row, email: row.email ?? "", products: Number(row.products), categories };
}

/** A page of the merchants that match `q` and the status, newest first or by change. */
export async function merchantPage({ db }: Services, query: MerchantQuery) {
  const { page, updatedSince, limit = MERCHANTS_A_PAGE } = query;
  const merchants = merchantsNamed(db, query);
  const count = async (selection: typeof merchants) =>
    Number((await selection.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n);
  if (updatedSince !== undefined) {
    const columns = { at: sql.ref<string>("s.updatedAt"), id: sql.ref<string>("s.userId") };
    const { docs, ...rest } = await changedPage(BY_CHANGE, { ...query, updatedSince }, MERCHANTS_A_PAGE, columns, {
      count: (condition) => count(merchants.where(condition)),
      read: (range) =>
        withDetails(merchants.where(range.condition))
          .select("s.updatedAt")
          .orderBy("s.updatedAt")
          .orderBy("s.userId")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
    });
    return { docs: docs.map((row) => toMerchant(withoutMoment(row), [])), ...rest };
  }
  readChangeCursor(BY_CHANGE, query);
  const rows = await withDetails(merchants)
    .orderBy("u.createdAt", "desc")
    .orderBy("u._id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(
    rows.map((row) => toMerchant(row, [])),
    page,
    limit,
    await count(merchants),
  );
}

/** One merchant as operators see them. Refuses `unknown_merchant`. */
export async function merchantFor({ db }: Pick<Services, "db">, merchantId: string): Promise<Merchant> {
  const row = await merchantById(db, merchantId);
  if (!row) throw unknownMerchant();
  return toMerchant(row, row.categories);
}
