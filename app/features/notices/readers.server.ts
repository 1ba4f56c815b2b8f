import type { Db } from "~/platform/database/database.server";
import type { WatchRow } from "~/platform/database/tables/notices";
import type { Reader } from "~/platform/mail/send-mail.server";
import type { Watcher } from "./watch.server";

type Whose = Pick<WatchRow, "userId" | "email">;

/** The owner of a watch. */
export const watcherOf = ({ userId, email }: Whose): Watcher => (userId === null ? { email: email ?? "" } : { userId });

/** The readers of mails about watches, at the account's present address or the confirmed one. One statement. */
export async function readersOfWatches(db: Db, watches: Whose[]): Promise<(watch: Whose) => Reader> {
  const ids = [...new Set(watches.flatMap(({ userId }) => userId ?? []))];
  const people =
    ids.length > 0
      ? await db
          .selectFrom("users")
          .select(["_id", "email", "firstName"])
          .where("_id", "in", ids)
          .where("deletedAt", "is", null)
          .execute()
      : [];
  const byId = new Map(people.map(({ _id, ...reader }) => [_id, reader]));
  return ({ userId, email }) =>
    userId === null ? { email, firstName: "" } : (byId.get(userId) ?? { email: null, firstName: "" });
}
