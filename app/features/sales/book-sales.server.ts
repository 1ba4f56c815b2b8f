import { noteRefund, noteSales, type Sale } from "~/features/ledger/entries.server";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";

type Line = Pick<OrderLineRow, "partId" | "productId" | "priceCents" | "quantity">;
type Part = Pick<OrderPartRow, "_id" | "merchantId" | "amountCents">;
/** What is sold or goes back of one line: pieces, and cents. */
type Pieces = { productId: string; quantity: number; amountCents: number }[];

/**
 * Books an order that was just paid: each merchant is owed their part (cents, in the ledger), and the sums of sales go
 * up, by the day of `paidAt` in the marketplace's time zone. In the transaction that marks it paid.
 */
export async function bookSales(trx: Trx, { config }: Services, order: OrderRow, lines: Line[]): Promise<void> {
  const paidAt = order.paidAt ?? order.createdAt;
  const parts = await trx
    .selectFrom("orderParts")
    .select(["_id", "merchantId", "amountCents"])
    .where("orderId", "=", order._id)
    .orderBy("_id")
    .execute();
  await noteSales(
    trx,
    parts.map((part) => saleOf(order, part)),
    paidAt,
  );
  await addSums(
    trx,
    sumsOf(
      parts.map((part) => ({
        ...soldBy(order, part),
        lines: inFull(lines.filter((line) => line.partId === part._id)),
      })),
      config.timeZone,
    ),
  );
}

/**
 * Takes what went back of a part out of the books again: owed no more, and off the sums of the day on which it was
 * sold. `settled`: nothing of it is left.
 */
export async function bookReturn(
  trx: Trx,
  { config }: Services,
  order: OrderRow,
  part: Part,
  pieces: Pieces,
  refund: { refundId: string; settled: boolean; at: string; kind: "refund" | "dispute" },
): Promise<void> {
  await noteRefund(trx, saleOf(order, part), refund.refundId, refund.at, refund.kind);
  await addSums(
    trx,
    sumsOf([{ ...soldBy(order, part), lines: pieces, orders: refund.settled ? 1 : 0 }], config.timeZone, -1),
  );
}

function saleOf(order: OrderRow, part: Part): Sale {
  return {
    partId: part._id,
    orderId: order._id,
    merchantId: part.merchantId,
    itemId: order.itemId,
    amountCents: part.amountCents,
  };
}

function soldBy(order: OrderRow, part: Part): Omit<SoldPart, "lines"> {
  return {
    merchantId: part.merchantId,
    buyerId: order.buyerId,
    paidAt: order.paidAt ?? order.createdAt,
    amountCents: part.amountCents,
  };
}

/** Lines as they are bought: each piece at its price. */
export function inFull(lines: Pick<Line, "productId" | "priceCents" | "quantity">[]): Pieces {
  return lines.map(({ productId, priceCents, quantity }) => ({
    productId,
    quantity,
    amountCents: priceCents * quantity,
  }));
}

/** One merchant's part of a paid order, as far as the sums need it. */
export interface SoldPart {
  merchantId: string;
  /** Null once the buyer is unknown. */
  buyerId: string | null;
  paidAt: string;
  amountCents: number;
  lines: Pieces;
  /** 0 where only some pieces of an order are meant: the order itself counts elsewhere. */
  orders?: 0 | 1;
}

export interface Sums {
  products: NewRow<"productSales">[];
  customers: NewRow<"customerSales">[];
  days: NewRow<"daySales">[];
  dayProducts: NewRow<"dayProductSales">[];
}

/** What parts add to the sums, one row a key; `times` -1 takes them out again. A sale counts on the day it was paid. */
export function sumsOf(parts: SoldPart[], timeZone: string, times: 1 | -1 = 1): Sums {
  const products = new Map<string, Sums["products"][number]>();
  const customers = new Map<string, Sums["customers"][number]>();
  const days = new Map<string, Sums["days"][number]>();
  const dayProducts = new Map<string, Sums["dayProducts"][number]>();
  for (const { merchantId, buyerId, paidAt, amountCents, lines, orders = 1 } of parts) {
    const day = dayIn(timeZone, paidAt);
    const total = rowAt(days, `${merchantId} ${day}`, () => ({ merchantId, day, orders: 0, units: 0, amountCents: 0 }));
    total.orders += times * orders;
    total.amountCents += times * amountCents;
    if (buyerId) {
      const customer = rowAt(customers, `${merchantId} ${buyerId}`, () => ({
        merchantId,
        buyerId,
        orders: 0,
        amountCents: 0,
        firstAt: paidAt,
      }));
      customer.orders += times * orders;
      customer.amountCents += times * amountCents;
      if (paidAt < customer.firstAt) customer.firstAt = paidAt;
    }
    for (const { productId, quantity, amountCents: worthCents } of lines) {
      total.units += times * quantity;
      for (const row of [
        rowAt(products, `${merchantId} ${productId}`, () => ({ merchantId, productId, units: 0, amountCents: 0 })),
        rowAt(dayProducts, `${merchantId} ${day} ${productId}`, () => ({
          merchantId,
          day,
          productId,
          units: 0,
          amountCents: 0,
        })),
      ]) {
        row.units += times * quantity;
        row.amountCents += times * worthCents;
      }
    }
  }
  return {
    products: inOrder(products),
    customers: inOrder(customers),
    days: inOrder(days),
    dayProducts: inOrder(dayProducts),
  };
}

function rowAt<Row>(rows: Map<string, Row>, key: string, make: () => Row): Row {
  const known = rows.get(key);
  if (known) return known;
  const made = make();
  rows.set(key, made);
  return made;
}

/** Always in the same order, so that two orders never wait for each other's rows in a ring. */
function inOrder<Row>(rows: Map<string, Row>): Row[] {
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * Adds to the stored sums, one statement a table. At most a few hundred rows at once: databases take only so many
 * values.
 */
export async function addSums(trx: Trx, { products, customers, days, dayProducts }: Sums): Promise<void> {
  if (products.length > 0) {
    await trx
      .insertInto("productSales")
      .values(products)
      .onConflict((oc) =>
        oc.columns(["merchantId", "productId"]).doUpdateSet((eb) => ({
          units: eb("productSales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("productSales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  }
  if (customers.length > 0) {
    await trx
      .insertInto("customerSales")
      .values(customers)
      .onConflict((oc) =>
        oc.columns(["merchantId", "buyerId"]).doUpdateSet((eb) => ({
          orders: eb("customerSales.orders", "+", eb.ref("excluded.orders")),
          amountCents: eb("customerSales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  }
  if (days.length > 0) {
    await trx
      .insertInto("daySales")
      .values(days)
      .onConflict((oc) =>
        oc.columns(["merchantId", "day"]).doUpdateSet((eb) => ({
          orders: eb("daySales.orders", "+", eb.ref("excluded.orders")),
          units: eb("daySales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("daySales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  }
  if (dayProducts.length > 0) {
    await trx
      .insertInto("dayProductSales")
      .values(dayProducts)
      .onConflict((oc) =>
        oc.columns(["merchantId", "day", "productId"]).doUpdateSet((eb) => ({
          units: eb("dayProductSales.units", "+", eb.ref("excluded.units")),
          amountCents: eb("dayProductSales.amountCents", "+", eb.ref("excluded.amountCents")),
        })),
      )
      .execute();
  }
}
