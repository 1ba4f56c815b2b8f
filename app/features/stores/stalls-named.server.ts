import { contains } from "~/platform/database/contains.server";
import type { Services } from "~/platform/services.server";

/** Up to `limit` stalls whose name contains `q`, or whose merchant has this id. Names are searched in their index. */
export async function stallsNamed({ db }: Pick<Services, "db">, q: string, limit: number) {
  return db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .select(["u._id", "s.storeName", "s.status", "u.email"])
    .where(
      "s.userId",
      "in",
      db
        .selectFrom("stores")
        .select("userId")
        .where((eb) => (/^[0-9a-f]{24}$/.test(q) ? eb("userId", "=", q) : eb.or(contains(q, [eb.ref("storeName")]))))
        .orderBy("storeName")
        .limit(limit),
    )
    .where("u.deletedAt", "is", null)
    .orderBy("s.storeName")
    .execute();
}
