import { methodInWords } from "~/features/collection-payments/words-schema";
import { priceOfPieces, toCents } from "~/features/fields";
import { wayInWords } from "~/features/delivery/words-schema";
import { fullName } from "~/features/accounts/plain-schema";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Services } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";
import { paidOutOf } from "~/features/payouts/of-parts.server";
import { DELIVERY_FEE_COLUMNS, deliveryFeeRow, MONEY_COLUMNS, moneyRow } from "~/features/accounting/money-columns";
import { salesInPages } from "./every-sale.server";
import { supplyDay } from "./supply-schema";
import type { MerchantOrder, MerchantOrderDetails, OrderFilters } from "./schema";
import { spreadsheetStream, type SpreadsheetRow } from "~/platform/spreadsheet.server";

/** Every order that the filters show, newest first, one line each, with what became of its money. */
export function ordersExport(
  services: Pick<Services, "db" | "config">,
  merchantId: string,
  { format, ...filters }: OrderFilters & { format: SpreadsheetFormat },
): ReadableStream<Uint8Array> {
  const { timeZone } = services.config;
  async function* batches() {
    for await (const { docs, partIds } of salesInPages(services, merchantId, filters)) {
      const paidOut = await paidOutOf(services.db, partIds);
      yield docs.map((order, place) => [
        ...orderRow(order, timeZone),
        ...moneyRow(
          {
            amountCents: toCents(order.amount),
            refundedCents: toCents(order.refunded),
            vatCents: toCents(order.vat),
            vatRefundedCents: toCents(order.vatRefunded),
            ...feesInCents(order),
          },
          paidOut.get(partIds[place] ?? ""),
          timeZone,
        ),
        ...wayRow(order),
        ...deliveryFeeRow(feesInCents(order)),
        ...invoiceRow(order, timeZone),
      ]);
    }
  }
  return spreadsheetStream(format, [...COLUMNS, ...MONEY_COLUMNS, ...LAST_COLUMNS], batches());
}

const feesInCents = ({ deliveryFee, deliveryFeeRefunded }: MerchantOrder) => ({
  deliveryFeeCents: toCents(deliveryFee),
  deliveryFeeRefundedCents: toCents(deliveryFeeRefunded),
});

/** The same lines for orders that are already read, without the columns of money. */
export function ordersToShipExport(
  { config: { timeZone } }: Pick<Services, "config">,
  orders: MerchantOrder[],
  format: SpreadsheetFormat,
): ReadableStream<Uint8Array> {
  const rows = orders.map((order) => [
    ...orderRow(order, timeZone),
    ...wayRow(order),
    ...deliveryFeeRow(feesInCents(order)),
    ...invoiceRow(order, timeZone),
  ]);
  return spreadsheetStream(format, [...COLUMNS, ...LAST_COLUMNS], [rows]);
}

const COLUMNS = [
  "Order ID",
  "Date",
  "Status",
  "Customer",
  "Email",
  "Phone",
  "Ship to",
  "Company name",
  "Street address",
  "City",
  "State",
  "Zip code",
  "Country",
  "Notes",
  "Products",
  "Pieces",
  "Payment method",
  "Amount",
  "Refunded",
];

/**
 * How and when an order gets to its buyer. These columns are the last, since merchants' spreadsheets read the others by
 * position.
 */
const WAY_COLUMNS = ["Way", "Day", "From", "To"];

const INVOICE_COLUMNS = ["Invoice number", "Date of supply"];

const LAST_COLUMNS = [...WAY_COLUMNS, ...DELIVERY_FEE_COLUMNS, ...INVOICE_COLUMNS];

const invoiceRow = (order: MerchantOrder, timeZone: string): SpreadsheetRow => [
  order.invoiceNumber,
  supplyDay(order, (time) => dayIn(timeZone, time)),
];

function wayRow({ delivery }: MerchantOrder): SpreadsheetRow {
  return delivery
    ? [wayInWords(delivery), delivery.day ?? "", delivery.from ?? "", delivery.to ?? ""]
    : ["", "", "", ""];
}

function orderRow(order: MerchantOrder, timeZone: string): SpreadsheetRow {
  const { itemId, date, createdAt, statusText, user, shipping, notes, carts } = order;
  const { paymentMethod, amount, refunded, onCollection } = order;
  const pieces = carts.reduce((sum, line) => sum + line.quantity, 0);
  return [
    itemId,
    dayIn(timeZone, date ?? createdAt),
    statusText,
    `${user.firstName} ${user.lastName}`,
    user.email,
    user.telephone,
    fullName(shipping),
    shipping.companyName,
    shipping.streetAddress,
    shipping.city,
    shipping.states,
    shipping.zipCode,
    shipping.countryRegion,
    notes,
    carts.map((line) => `${line.quantity} × ${line.product.title}`).join("; "),
    pieces,
    methodInWords(paymentMethod, onCollection),
    amount.toFixed(2),
    refunded.toFixed(2),
  ];
}

const priceOf = (price: number, pieces: number): string => priceOfPieces(price, pieces).toFixed(2);

/** The delivery fee as a line of an order, in the columns of its products. */
function feeRow({ deliveryFee, deliveryFeeRefunded, delivery }: MerchantOrder, same: SpreadsheetRow): SpreadsheetRow {
  const title = delivery ? `Delivery fee, ${wayInWords(delivery)}` : "Delivery fee";
  const [fee, refunded] = [deliveryFee.toFixed(2), deliveryFeeRefunded.toFixed(2)];
  return [...same, title, "", 1, fee, fee, deliveryFeeRefunded > 0 ? 1 : 0, refunded, "0.00", "0.00"];
}

/** One order: a line for each product, and one for the delivery fee if there is one. */
export function orderLinesExport(
  order: MerchantOrderDetails,
  timeZone: string,
  format: SpreadsheetFormat,
): ReadableStream<Uint8Array> {
  const same = [
    order.itemId,
    dayIn(timeZone, order.date ?? order.createdAt),
    order.statusText,
    `${order.user.firstName} ${order.user.lastName}`,
  ];
  return spreadsheetStream(
    format,
    [
      "Order ID",
      "Date",
      "Status",
      "Customer",
      "Product",
      "SKU",
      "Quantity",
      "Price",
      "Total",
      "Pieces refunded",
      "Refunded",
      "VAT",
      "VAT refunded",
    ],
    [
      order.carts.map(({ product, quantity, refundedQuantity, price, refunded, vat, vatRefunded }) => [
        ...same,
        product.title,
        product.sku,
        quantity,
        price.toFixed(2),
        priceOf(price, quantity),
        refundedQuantity,
        refunded.toFixed(2),
        vat.toFixed(2),
        vatRefunded.toFixed(2),
      ]),
      ...(order.deliveryFee > 0 ? [[feeRow(order, same)]] : []),
    ],
  );
}
