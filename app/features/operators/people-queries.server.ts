import { sql, type Expression, type SqlBool } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";

/* Whom an operator looks for. Letters beyond ASCII are found as they are written: SQLite folds no others. */

function contains(q: string, texts: Expression<string | null>[]) {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return texts.flatMap((text) => [
    sql<SqlBool>`lower(${text}) like ${pattern(q.toLowerCase())} escape '\\'`,
    sql<SqlBool>`${text} like ${pattern(q)} escape '\\'`,
  ]);
}

interface Stretch {
  limit: number;
  offset: number;
}

export async function findMerchants(
  db: Db,
  { q, status }: { q: string; status: StoreRow["status"] | "" },
  { limit, offset }: Stretch,
) {
  let found = db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .where("u.deletedAt", "is", null);
  if (status) found = found.where("s.status", "=", status);
  if (q)
    found = found.where((eb) =>
      eb.or(
        contains(q, [
          eb.ref("s.storeName"),
          eb.ref("u.email"),
          sql<string>`${eb.ref("u.firstName")} || ' ' || ${eb.ref("u.lastName")}`,
        ]),
      ),
    );
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await found
    .select((eb) => [
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
      eb
        .selectFrom("products")
        .select(sql<number>`count(*)`.as("n"))
        .whereRef("merchantId", "=", "u._id")
        .where("deletedAt", "is", null)
        .where("isPublic", "=", 1)
        .as("products"),
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
    .select((eb) => [
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
      eb
        .selectFrom("products")
        .select(sql<number>`count(*)`.as("n"))
        .whereRef("merchantId", "=", "u._id")
        .where("deletedAt", "is", null)
        .where("isPublic", "=", 1)
        .as("products"),
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

export async function findUsers(db: Db, q: string, now: string, { limit, offset }: Stretch) {
  let found = db.selectFrom("users as u").where("u.deletedAt", "is", null);
  if (q)
    found = found.where((eb) =>
      eb.or(contains(q, [eb.ref("u.email"), sql<string>`${eb.ref("u.firstName")} || ' ' || ${eb.ref("u.lastName")}`])),
    );
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await found
    .select((eb) => [
      "u._id",
      "u.firstName",
      "u.lastName",
      "u.email",
      "u.privilege",
      "u.verifiedAt",
      "u.createdAt",
      eb
        .selectFrom("tokens")
        .select(sql<number>`count(*)`.as("n"))
        .whereRef("userId", "=", "u._id")
        .where("expiresAt", ">", now)
        .as("sessions"),
    ])
    .orderBy("u.createdAt", "desc")
    .orderBy("u._id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(n) };
}
