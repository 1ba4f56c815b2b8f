import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { dayIn } from "~/platform/time-zone";

/*
 * The sums of sales, from what was booked. A sale counts on the day on which it was paid, a refund on the day on which
 * it was made, in the marketplace's time zone. See docs/decisions/056.
 */

/** A size of a product, with the name that the order keeps. */
export interface Size {
  productId: string;
  variantId: string;
  sizeName: string;
}

/** Pieces and cents of lines that are sold or refunded. */
export type Pieces = (Size & { quantity: number; amountCents: number })[];

export const sizeOfLine = ({ productId, variantId, sizeName }: Size): Size => ({ productId, variantId, sizeName });

/** Lines as they are bought: each piece at its price. */
export function inFull(lines: (Size & { priceCents: number; quantity: number })[]): Pieces {
  return lines.map((line) => ({
    ...sizeOfLine(line),
    quantity: line.quantity,
    amountCents: line.priceCents * line.quantity,
  }));
}

/** A paid part of an order, or a refund of one, as far as the sums need it. */
export interface Booking {
  kind: "sale" | "refund";
  merchantId: string;
  /** Null once the buyer is unknown. */
  buyerId: string | null;
  /** When the part was paid, or the refund was made: the sums of that day change. */
  at: string;
  /** Not below 0 for either kind. */
  amountCents: number;
  /** The delivery fee, or its refund. It is counted by day, apart from the goods. */
  deliveryFeeCents: number;
  lines: Pieces;
  /** 0 for a refund that leaves pieces of the part. */
  orders: 0 | 1;
}

export interface Sums {
  products: Required<NewRow<"productSales">>[];
  customers: NewRow<"customerSales">[];
  days: Required<NewRow<"daySales">>[];
  dayProducts: Required<NewRow<"dayProductSales">>[];
}

/**
 * Rows that bookings add to the sums, one for each key. Sizes and customers have one sum each, sales less refunds; a
 * day keeps the two apart. A size has the name of its last sale.
 */
export function sumsOf(bookings: Booking[], timeZone: string): Sums {
  const products = new Map<string, Sums["products"][number]>();
  const customers = new Map<string, Sums["customers"][number]>();
  const days = new Map<string, Sums["days"][number]>();
  const dayProducts = new Map<string, Sums["dayProducts"][number]>();
  for (const { kind, merchantId, buyerId, at, amountCents, deliveryFeeCents, lines, orders } of bookings) {
    const day = dayIn(timeZone, at);
    const sign = kind === "sale" ? 1 : -1;
    const total = rowAt(days, `${merchantId} ${day}`, () => ({
      merchantId,
      day,
      orders: 0,
      refundedOrders: 0,
      deliveryFeeCents: 0,
      deliveryFeeRefundedCents: 0,
      ...noPieces(),
    }));
    if (kind === "sale") {
      total.orders += orders;
      total.deliveryFeeCents += deliveryFeeCents;
    } else {
      total.refundedOrders += orders;
      total.deliveryFeeRefundedCents += deliveryFeeCents;
    }
    addPieces(total, kind, 0, amountCents);
    if (buyerId) {
      const customer = rowAt(customers, `${merchantId} ${buyerId}`, () => ({
        merchantId,
        buyerId,
        orders: 0,
        amountCents: 0,
        firstAt: at,
      }));
      customer.orders += sign * orders;
      customer.amountCents += sign * amountCents;
      if (at < customer.firstAt) customer.firstAt = at;
    }
    for (const { quantity, amountCents: worthCents, ...line } of lines) {
      const size = sizeOfLine(line);
      addPieces(total, kind, quantity, 0);
      const dayProduct = rowAt(dayProducts, `${merchantId} ${day} ${size.variantId}`, () => ({
        merchantId,
        day,
        ...size,
        ...noPieces(),
      }));
      addPieces(dayProduct, kind, quantity, worthCents);
      const product = rowAt(products, `${merchantId} ${size.variantId}`, () => ({
        merchantId,
        ...size,
        units: 0,
        amountCents: 0,
      }));
      if (kind === "sale") dayProduct.sizeName = product.sizeName = size.sizeName;
      product.units += sign * quantity;
      product.amountCents += sign * worthCents;
    }
  }
  return {
    products: inOrder(products),
    customers: inOrder(customers),
    days: inOrder(days),
    dayProducts: inOrder(dayProducts),
  };
}

const noPieces = () => ({ units: 0, amountCents: 0, refundedUnits: 0, refundedCents: 0 });

function addPieces(row: ReturnType<typeof noPieces>, kind: Booking["kind"], units: number, cents: number): void {
  if (kind === "sale") {
    row.units += units;
    row.amountCents += cents;
  } else {
    row.refundedUnits += units;
    row.refundedCents += cents;
  }
}

function rowAt<Row>(rows: Map<string, Row>, key: string, make: () => Row): Row {
  const row = rows.get(key) ?? make();
  rows.set(key, row);
  return row;
}

/** Sorts rows in a fixed order, which prevents a deadlock between two orders. */
function inOrder<Row>(rows: Map<string, Row>): Row[] {
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The name of a size: a sale sets it, and a refund keeps it. */
const nameOfLastSale = (table: "productSales" | "dayProductSales") =>
  sql<string>`case when "excluded"."units" > 0 then "excluded"."sizeName" else ${sql.ref(`${table}.sizeName`)} end`;

/** Databases take only so many values in one statement. */
const ROWS_AT_ONCE = 200;

function* inChunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/** Adds to the stored sums, with one statement for up to 200 rows of a table. */
export async function addSums(
  trx: Trx,
  { products = [], customers = [], days = [], dayProducts = [] }: Partial<Sums>,
): Promise<void> {
  for (const rows of inChunks(products))
    await trx
      .insertInto("productSales")
      .values(rows)
      .onConflict((oc) =>
        oc.columns(["merchantId", "variantId"]).doUpdateSet((eb) => ({
          sizeName: nameOfLastSale("productSales"),
          units: eb("productSales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("productSales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  for (const rows of inChunks(customers))
    await trx
      .insertInto("customerSales")
      .values(rows)
      .onConflict((oc) =>
        oc.columns(["merchantId", "buyerId"]).doUpdateSet((eb) => ({
          orders: eb("customerSales.orders", "+", eb.ref("excluded.orders")),
          amountCents: eb("customerSales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  for (const rows of inChunks(days))
    await trx
      .insertInto("daySales")
      .values(rows)
      .onConflict((oc) =>
        oc.columns(["merchantId", "day"]).doUpdateSet((eb) => ({
          orders: eb("daySales.orders", "+", eb.ref("excluded.orders")),
          units: eb("daySales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("daySales.amountCents", "+", eb.ref("excluded.amountCents")),
          refundedOrders: eb("daySales.refundedOrders", "+", eb.ref("excluded.refundedOrders")),
          refundedUnits: eb("daySales.refundedUnits", "+", eb.ref("excluded.refundedUnits")),
          refundedCents: eb("daySales.refundedCents", "+", eb.ref("excluded.refundedCents")),
          deliveryFeeCents: eb("daySales.deliveryFeeCents", "+", eb.ref("excluded.deliveryFeeCents")),
          deliveryFeeRefundedCents: eb(
            "daySales.deliveryFeeRefundedCents",
            "+",
            eb.ref("excluded.deliveryFeeRefundedCents"),
          ),
        })),
      )
      .execute();
  for (const rows of inChunks(dayProducts))
    await trx
      .insertInto("dayProductSales")
      .values(rows)
      .onConflict((oc) =>
        oc.columns(["merchantId", "day", "variantId"]).doUpdateSet((eb) => ({
          sizeName: nameOfLastSale("dayProductSales"),
          units: eb("dayProductSales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("dayProductSales.amountCents", "+", eb.ref("excluded.amountCents")),
          refundedUnits: eb("dayProductSales.refundedUnits", "+", eb.ref("excluded.refundedUnits")),
          refundedCents: eb("dayProductSales.refundedCents", "+", eb.ref("excluded.refundedCents")),
        })),
      )
      .execute();
}
