import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/**
 * A user as the row is now, and as it stays until the transaction ends; undefined once they have left. For work that took
 * its time before it came to write, on a row of before: to check or hash a password, to encode a picture.
 */
export function lockUser(trx: Trx, { dialect }: Pick<Services, "dialect">, userId: string) {
  const query = trx
    .selectFrom("users")
    .select(["_id", "email", "passwordHash", "imageId"])
    .where("_id", "=", userId)
    .where("deletedAt", "is", null);
  return (dialect.forUpdate ? query.forUpdate() : query).executeTakeFirst();
}
