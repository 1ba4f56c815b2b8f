import type { Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import type { LedgerRow, PayoutRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

/** An entry about a payout in its merchant's account. */
export function payoutEntry(
  { merchantId, partId, orderId }: Pick<Selectable<PayoutRow>, "merchantId" | "partId" | "orderId">,
  { clock }: Pick<Services, "clock">,
  fields: Pick<LedgerRow, "kind" | "amountCents" | "note" | "uniqueKey">,
): LedgerRow {
  return { _id: newId(clock.now()), merchantId, partId, orderId, vatCents: 0, createdAt: timestamp(clock), ...fields };
}
