import { sql } from "kysely";
import { imageOf } from "~/features/media/stored-files.server";
import { compiledOnce } from "~/platform/database/compiled.server";
import type { Db } from "~/platform/database/database.server";
import type { UserRow } from "~/platform/database/tables";
import { billing, type User } from "./schema";

/** The time since which a user has a second factor, an app or a passkey. Users are `u`, and their app is `a`. */
export const factorSince = sql<string | null>`coalesce(${sql.ref("a.confirmedAt")}, (select min(${sql.ref("createdAt")})
  from ${sql.table("passkeys")} where ${sql.ref("userId")} = ${sql.ref("u._id")}))`.as("factorSince");

/** The number of conversations with unread messages of a user. Users are `u`. */
const unreadConversations = sql<number>`case ${sql.ref("u.privilege")}
  when 'buyer' then (select count(*) from ${sql.table("conversations")}
    where ${sql.ref("buyerId")} = ${sql.ref("u._id")} and ${sql.ref("buyerUnread")} > 0)
  when 'merchant' then (select count(*) from ${sql.table("conversations")}
    where ${sql.ref("merchantId")} = ${sql.ref("u._id")} and ${sql.ref("merchantUnread")} > 0)
  else 0 end`.as("unreadConversations");

/** Everything that a session needs of its user, in one statement. */
function userQuery(db: Db) {
  return db
    .selectFrom("users as u")
    .leftJoin("stores as s", "s.userId", "u._id")
    .leftJoin("files as f", "f._id", "u.imageId")
    .leftJoin("authenticators as a", "a.userId", "u._id")
    .select([
      "u._id",
      "u.email",
      "u.passwordHash",
      "u.firstName",
      "u.lastName",
      "u.telephone",
      "u.privilege",
      "u.imageId",
      "u.extras",
      "u.verifiedAt",
      "u.createdAt",
      "s.username",
      "s.storeName",
      "s.businessAddress",
      "s.status as storeStatus",
      "f.widths",
      "f.width",
      "f.height",
      factorSince,
      unreadConversations,
    ])
    .where("u.deletedAt", "is", null);
}

export type UserRecord = Awaited<ReturnType<typeof userByEmail>> & object;

export function userByEmail(db: Db, email: string) {
  return userQuery(db).where("u.email", "=", email).executeTakeFirst();
}

export function userById(db: Db, userId: string) {
  return userQuery(db).where("u._id", "=", userId).executeTakeFirst();
}

const byToken = (db: Db, hash: string, now: string) =>
  userQuery(db)
    .innerJoin("tokens as t", "t.userId", "u._id")
    .select(["t.hash as tokenHash", "t.lastUsedAt", "t.idleSeconds"])
    .where("t.hash", "=", hash)
    .where("t.expiresAt", ">", now);

const usersByToken = compiledOnce(byToken);

/** The user whose live token hashes to `hash`. */
export async function userByToken(db: Db, hash: string, now: string) {
  return (await usersByToken(db, hash, now)).at(0);
}

export async function categoryIdsOfStore(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("storeCategories")
    .select("categoryId")
    .where("userId", "=", userId)
    .orderBy("categoryId")
    .execute();
  return rows.map((row) => row.categoryId);
}

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto("users").values(row).execute();
}

export async function countCategories(db: Db, categoryIds: string[]): Promise<number> {
  const row = await db
    .selectFrom("categories")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("_id", "in", [...new Set(categoryIds)])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A user as the API shows it. It never contains the password's hash. */
export function toUser(row: UserRecord, businessCategory: string[], secondFactor: User["secondFactor"]): User {
  const image = row.imageId
    ? imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 })
    : undefined;
  return {
    _id: row._id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email ?? "",
    telephone: row.telephone,
    privilege: row.privilege,
    secondFactor,
    ...(image && { image: { ...image, playback_url: image.url } }),
    username: row.username ?? "",
    storeName: row.storeName ?? "",
    businessAddress: row.businessAddress ?? "",
    businessCategory,
    ...(row.storeStatus && { storeStatus: row.storeStatus }),
    unreadConversations: Number(row.unreadConversations),
    extras: billing.parse(JSON.parse(row.extras)),
    createdAt: row.createdAt,
  };
}
