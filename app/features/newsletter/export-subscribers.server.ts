import { sql } from "kysely";
import { audit, type Operator } from "~/features/audit/audit.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { unsubscribeLink } from "./subscribe.server";

/** The numbers of subscribers who have confirmed, who have not confirmed yet, and who have unsubscribed. */
export async function newsletterCounts(db: Db) {
  const when = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const row = await db
    .selectFrom("subscribers")
    .select([
      when(sql`"confirmedAt" is not null and "unsubscribedAt" is null`).as("confirmed"),
      when(sql`"confirmedAt" is null and "unsubscribedAt" is null`).as("waiting"),
      when(sql`"unsubscribedAt" is not null`).as("unsubscribed"),
    ])
    .executeTakeFirstOrThrow();
  return { confirmed: Number(row.confirmed), waiting: Number(row.waiting), unsubscribed: Number(row.unsubscribed) };
}

/** Every confirmed address with the unsubscribe link that each letter must contain, as CSV or as a workbook. */
export async function exportSubscribers(
  services: Services,
  operator: Operator,
  format: SpreadsheetFormat,
): Promise<ReadableStream<Uint8Array>> {
  const rows = await inTransaction(services.db, async (trx) => {
    const confirmed = await trx
      .selectFrom("subscribers")
      .select(["email", "confirmedAt"])
      .where("confirmedAt", "is not", null)
      .where("unsubscribedAt", "is", null)
      .orderBy("email")
      .execute();
    await audit(trx, services, operator, "newsletter.exported", "Newsletter", { addresses: confirmed.length });
    return confirmed;
  });
  return spreadsheetStream(
    format,
    ["email", "confirmed at", "unsubscribe link"],
    [rows.map(({ email, confirmedAt }) => [email, confirmedAt ?? "", unsubscribeLink(services, email)])],
  );
}
