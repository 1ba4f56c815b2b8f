import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { deadToken } from "./errors.server";

/*
 * A request may take long before it writes: it hashes a password, encodes a picture or waits for the card provider.
 * Meanwhile the user may leave or the session may end. Data written about a user who has left would stay.
 */

/** The present row of a user, locked until the transaction ends; undefined once the user has left. */
export function lockUser(trx: Trx, { dialect }: Pick<Services, "dialect">, userId: string) {
  const query = trx
    .selectFrom("users")
    .select(["_id", "email", "passwordHash", "imageId"])
    .where("_id", "=", userId)
    .where("deletedAt", "is", null);
  // Other transactions may still insert rows that refer to the user. They lock orders, and a user who leaves waits for
  // those orders after this lock.
  return (dialect.forUpdate ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** Keeps a user from leaving until data about them is written. Refuses with `dead_token` once they have left. */
export async function keepUser(trx: Trx, { dialect }: Pick<Services, "dialect">, userId: string): Promise<void> {
  const query = trx.selectFrom("users").select("_id").where("_id", "=", userId).where("deletedAt", "is", null);
  if (!(await (dialect.forUpdate ? query.forShare() : query).executeTakeFirst())) throw deadToken();
}

/** The same for the requesting session, which a new password, an operator or its user may have ended meanwhile. */
export async function keepSession(trx: Trx, { dialect }: Pick<Services, "dialect">, tokenHash: string): Promise<void> {
  const query = trx.selectFrom("tokens").select("hash").where("hash", "=", tokenHash);
  if (!(await (dialect.forUpdate ? query.forShare() : query).executeTakeFirst())) throw deadToken();
}
