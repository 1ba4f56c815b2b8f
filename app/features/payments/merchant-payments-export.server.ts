import { paidAndBack } from "~/features/collection-payments/due.server";
import { fullName } from "~/features/accounts/plain-schema";
import { billing } from "~/features/accounts/schema";
import { feeBackOf } from "~/features/orders/delivery-fee";
import { buyerOf } from "~/features/orders/order.server";
import { vatOfParts } from "~/features/orders/vat-of-parts.server";
import { paidOutOf } from "~/features/payouts/of-parts.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream, type SpreadsheetRow } from "~/platform/spreadsheet.server";
import { dayIn } from "~/platform/time-zone";
import { takingTurns } from "~/platform/turns";
import {
  DELIVERY_FEE_COLUMNS,
  deliveryFeeRow,
  inDollars,
  MONEY_COLUMNS,
  moneyRow,
} from "~/features/accounting/money-columns";
import { paymentsBehind } from "./merchant-payments.server";
import type { PaymentQuery } from "./merchant-schema";

/** Payments that are read and written before another task gets a turn. */
const BATCH = 100;

type Filters = Pick<PaymentQuery, "status" | "year">;

/** Every payment that the filters show, newest first, with all that an accountant asks for. */
export function paymentsExport(
  { db, config: { timeZone } }: Pick<Services, "db" | "config">,
  merchantId: string,
  { format, ...filters }: Filters & { format: SpreadsheetFormat },
): ReadableStream<Uint8Array> {
  async function* batches(): AsyncGenerator<SpreadsheetRow[]> {
    const turn = takingTurns();
    type Payment = Awaited<ReturnType<typeof paymentsBehind>>[number];
    for (let last: Payment | null | undefined = null; last !== undefined;) {
      const rows: Payment[] = await paymentsBehind(db, merchantId, filters, timeZone, last, BATCH);
      const paidOut = await paidOutOf(
        db,
        rows.map((row) => row._id),
      );
      const vatOf = await vatOfParts(
        db,
        rows.map((row) => row._id),
      );
      yield rows.map((row) => {
        // A payment that could not become an order was refunded in full.
        const hasFailed = row.payment === "Failed";
        const { vatCents = 0, vatRefundedCents = 0 } = vatOf.get(row._id) ?? {};
        const sums = {
          ...(hasFailed ? { amountCents: row.amountCents, refundedCents: row.amountCents } : paidAndBack(row)),
          vatCents,
          vatRefundedCents: hasFailed ? vatCents : vatRefundedCents,
          deliveryFeeCents: row.deliveryFeeCents,
          deliveryFeeRefundedCents: hasFailed ? row.deliveryFeeCents : feeBackOf(row),
        };
        const buyer = buyerOf(row);
        const to = billing.parse(JSON.parse(row.shipping));
        return [
          dayIn(timeZone, row.paymentAt ?? row.createdAt),
          row.itemId,
          row.payment ?? "Failed",
          `${buyer.firstName} ${buyer.lastName}`,
          buyer.email,
          row.paymentMethod,
          inDollars(sums.amountCents),
          inDollars(sums.refundedCents),
          ...moneyRow(sums, paidOut.get(row._id), timeZone),
          fullName(to),
          to.companyName,
          to.streetAddress,
          to.city,
          to.states,
          to.zipCode,
          to.countryRegion,
          ...deliveryFeeRow(sums),
          row.invoiceNumber ?? "",
        ];
      });
      await turn();
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    }
  }
  return spreadsheetStream(format, COLUMNS, batches());
}

const COLUMNS = [
  "Paid on",
  "Order ID",
  "Status",
  "Customer",
  "Email",
  "Payment method",
  "Amount",
  "Refunded",
  ...MONEY_COLUMNS,
  "Ship to",
  "Company name",
  "Street address",
  "City",
  "State",
  "Zip code",
  "Country",
  ...DELIVERY_FEE_COLUMNS,
  "Invoice number",
];
