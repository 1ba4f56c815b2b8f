import type { Kysely } from "kysely";

/** A keyed request that makes something notes its id: begun again after its process was killed, it makes no second one. */
export async function madeUnderAKey(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("idempotencyKeys").addColumn("madeId", "text").execute();
}
