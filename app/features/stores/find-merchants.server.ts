import { sql } from "kysely";
import { pageOfDocs } from "~/features/pagination";
import { productsOnSale } from "~/features/products/on-sale.server";
import { contains } from "~/platform/database/contains.server";
import type { Db } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownMerchant } from "./errors.server";
import type { Merchant } from "./merchants-schema";

const MERCHANTS_A_PAGE = 20;

interface Stretch {
  limit: number;
  offset: number;
}

async function findMerchants(
  db: Db,
  { q, status }: { q: string; status: StoreRow["status"] | "" },
  { limit, offset }: Stretch,
) {
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
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await query
    .select([
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
    ])
    .orderBy("u.createdAt", "desc")
    .orderBy("u._id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(n) };
}

/** One merchant with the titles of the store's categories. */
export async function merchantById(db: Db, merchantId: string) {
  const row = await db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .select([
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
    ])
    .where("u._id", "=", merchantId)
    .where("u.deletedAt", "is", null)
    .executeTakeFirst();
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

export async function merchantPage(
  { db }: Services,
  filters: { q: string; status: StoreRow["status"] | "" },
  page: number,
) {
  const { rows, total } = await findMerchants(db, filters, {
    limit: MERCHANTS_A_PAGE,
    offset: (page - 1) * MERCHANTS_A_PAGE,
  });
  return pageOfDocs(
    rows.map((row) => toMerchant(row, [])),
    page,
    MERCHANTS_A_PAGE,
    total,
  );
}

/** One merchant as operators see them. Refuses `unknown_merchant`. */
export async function merchantFor({ db }: Pick<Services, "db">, merchantId: string): Promise<Merchant> {
  const row = await merchantById(db, merchantId);
  if (!row) throw unknownMerchant();
  return toMerchant(row, row.categories);
}
