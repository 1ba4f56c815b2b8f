import { DELIVERY_FEE_COLUMNS, deliveryFeeRow, inDollars } from "~/features/accounting/money-columns";
import { shareGivenBack } from "~/features/payouts/share";
import type { Db } from "~/platform/database/database.server";
import { lowestIdAt } from "~/platform/ids.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { dayIn } from "~/platform/time-zone";
import { BATCH, inBatches, momentsOf, type Place } from "./in-batches.server";
import type { ExportQuery } from "./schema";

const COLUMNS = [
  "Begun on",
  "Order ID",
  "Stall",
  "Sale",
  "Refunded since",
  "Fee",
  "To the stall",
  "Paid out on",
  "Payout ID",
  ...DELIVERY_FEE_COLUMNS,
];

/** Every fee of the payouts made on the days, newest first, less the fees that went back with refunds. */
export function allFees({ db, config: { timeZone } }: Place, query: ExportQuery): ReadableStream<Uint8Array> {
  const batches = inBatches(
    (last: Fee | undefined) => fees(db, momentsOf(query, timeZone), last),
    async (rows) =>
      rows.map((row) => {
        const back = shareGivenBack(row);
        return [
          dayIn(timeZone, row.createdAt),
          row.itemId,
          row.storeName ?? "",
          inDollars(row.netCents - row.deliveryFeeCents),
          inDollars(row.givenBackCents),
          inDollars(row.feeCents - back.feeCents),
          inDollars(row.amountCents - back.amountCents),
          row.doneAt ? dayIn(timeZone, row.doneAt) : "",
          row.providerId ?? "",
          ...deliveryFeeRow({ ...row, deliveryFeeRefundedCents: row.deliveryFeeBackCents }),
        ];
      }),
  );
  return spreadsheetStream(query.format, COLUMNS, batches);
}

type Fee = Awaited<ReturnType<typeof fees>>[number];

function fees(db: Db, { from, before }: ReturnType<typeof momentsOf>, last: { _id: string } | undefined) {
  let rows = db
    .selectFrom("payouts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select([
      "p._id",
      "p.createdAt",
      "p.netCents",
      "p.feeCents",
      "p.amountCents",
      "p.nettedCents",
      "p.givenBackCents",
      "p.deliveryFeeCents",
      "p.deliveryFeeBackCents",
      "p.doneAt",
      "p.providerId",
      "o.itemId",
      "s.storeName",
    ])
    .where("p.netCents", ">", 0)
    .orderBy("p._id", "desc")
    .limit(BATCH);
  // Ids sort by age.
  if (from) rows = rows.where("p._id", ">=", lowestIdAt(from));
  if (before) rows = rows.where("p._id", "<", lowestIdAt(before));
  if (last) rows = rows.where("p._id", "<", last._id);
  return rows.execute();
}
