import type { Db } from "~/platform/database/database.server";
import type { Reader } from "~/platform/mail/send-mail.server";

/** Every operator who can be written to: an account that is not deleted, with a confirmed address. */
export function operatorReaders(db: Db): Promise<Reader[]> {
  return db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("privilege", "=", "operator")
    .where("deletedAt", "is", null)
    .where("verifiedAt", "is not", null)
    .execute();
}
