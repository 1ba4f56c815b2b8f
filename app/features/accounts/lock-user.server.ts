import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { deadToken } from "./errors.server";

/*
 * What a request began on may be over when it comes to write: it checked or hashed a password, encoded a picture or
 * waited for the card provider meanwhile. What is written about a person who has left would stay.
 */

/** A user as the row is now, and as it stays until the transaction ends; undefined once they have left. */
export function lockUser(trx: Trx, { dialect }: Pick<Services, "dialect">, userId: string) {
  const query = trx
    .selectFrom("users")
    .select(["_id", "email", "passwordHash", "imageId"])
    .where("_id", "=", userId)
    .where("deletedAt", "is", null);
  // Rows that refer to a user may be written meanwhile: they hold orders, which whoever leaves waits for afterwards.
  return (dialect.forUpdate ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** For what is written about somebody: they cannot leave before that is done. Refuses with `dead_token` once they have. */
export async function keepUser(trx: Trx, { dialect }: Pick<Services, "dialect">, userId: string): Promise<void> {
  const query = trx.selectFrom("users").select("_id").where("_id", "=", userId).where("deletedAt", "is", null);
  if (!(await (dialect.forUpdate ? query.forShare() : query).executeTakeFirst())) throw deadToken();
}

/** The same for the session that asks, which a new password, an operator or its person may have ended since. */
export async function keepSession(trx: Trx, { dialect }: Pick<Services, "dialect">, tokenHash: string): Promise<void> {
  const query = trx.selectFrom("tokens").select("hash").where("hash", "=", tokenHash);
  if (!(await (dialect.forUpdate ? query.forShare() : query).executeTakeFirst())) throw deadToken();
}
