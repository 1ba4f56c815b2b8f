import type { Db } from "~/platform/database/database.server";
import { vatOfLine, vatRefunded } from "~/features/accounting/vat";

/** The VAT in the amount of each part and in its refunds, in cents. One statement. */
export async function vatOfParts(
  db: Db,
  partIds: string[],
): Promise<Map<string, { vatCents: number; vatRefundedCents: number }>> {
  const sums = new Map<string, { vatCents: number; vatRefundedCents: number }>();
  if (partIds.length === 0) return sums;
  const lines = await db
    .selectFrom("orderLines")
    .select(["partId", "priceCents", "vatCents", "quantity", "refundedCents"])
    .where("partId", "in", partIds)
    .execute();
  for (const line of lines) {
    const sum = sums.get(line.partId) ?? { vatCents: 0, vatRefundedCents: 0 };
    sum.vatCents += vatOfLine(line);
    sum.vatRefundedCents += vatRefunded(line, line.refundedCents);
    sums.set(line.partId, sum);
  }
  return sums;
}
