import { expect } from "vitest";
import type { CartLine } from "../../tests/fixtures/checkout";
import { aProduct } from "../../tests/fixtures/shop";
import { aProductInSizes } from "../../tests/fixtures/product-in-sizes";
import type { World } from "../../tests/fixtures/world";
import { mailsAbout } from "../../tests/processes/killed-shop";
import type { Place } from "../../tests/processes/places";
import type { Insist } from "./patient-calls";

const PIECES = 1_000_000;
/** Pieces of the size that is counted and never sold. */
const CASES = 100;
/** A cheese of about 300 g at 20.00 a kilo: 2 cents a gram, and 6.60 at most with the margin. */
const CENTS_A_GRAM = 2;
const MOST_CENTS = 660;
const CHEESES = 2;

interface Given {
  services: World["services"];
  place: Place;
  /** A word that is part of the run's titles. */
  run: string;
  insist: Insist;
  /** Buys and pays, and returns the order. */
  buy: (token: string, carts: CartLine[]) => Promise<string>;
  /** Repeats work until the database is reachable. */
  onceReached: <T>(work: () => Promise<T>) => Promise<T>;
  count: (kind: string) => void;
  times: (kind: string) => number;
}

/** An order of weighed goods with its expected weights and refunds. */
interface Packed {
  orderId: string;
  lineId: string;
  grams: number[];
  /** Refunds for a lower weight, and for a piece that is refunded later. */
  refundsCents: number[];
  isDelivered: boolean;
}

/**
 * Buys two sizes of one product and two cheeses. The orders are weighed in steps and again, sent, delivered and partly
 * refunded, while the third size of the product is counted.
 */
export async function packingWork({ services, place, run, insist, buy, onceReached, count, times }: Given) {
  const { db } = place.database;
  const { merchant, operator } = place;
  const merchantId = merchant._id;
  const size = (name: string, amountCents: number, quantity: number) => ({ name, amountCents, quantity });
  const [bag = "", sack = "", box = ""] = await aProductInSizes({ services }, { merchantId, title: `Oats ${run}` }, [
    size("500 g bag", 320, PIECES),
    size("5 kg sack", 2400, PIECES),
    size("Case of 12", 3600, CASES),
  ]);
  const { _id: cheese } = await aProduct(
    { services },
    {
      merchantId,
      title: `Cheese ${run}`,
      amountCents: MOST_CENTS,
      quantity: PIECES,
      contentMilli: 300_000,
      contentUnit: "g",
      unitPriceCents: CENTS_A_GRAM * 1000,
      weightUnit: "kg",
    },
  );
  const packed: Packed[] = [];

  async function pack(token: string): Promise<void> {
    const turn = times("packing");
    const orderId = await buy(token, [
      { product: bag, variant: bag, quantity: 1 },
      { product: bag, variant: sack, quantity: 2 },
      { product: cheese, quantity: CHEESES },
    ]);
    const { _id: lineId } = await onceReached(() =>
      db
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .where("productId", "=", cheese)
        .executeTakeFirstOrThrow(),
    );
    const order: Packed = { orderId, lineId, grams: [], refundsCents: [], isDelivered: false };
    packed.push(order);
    // One weight at a time, as at the scale. Every third order is weighed again and is lighter.
    const weighings = [[280], [280, 250 + (turn % 40)], ...(turn % 3 === 0 ? [[280, 230]] : [])];
    let dueCents: number = CHEESES * MOST_CENTS;
    for (const grams of weighings) {
      const pieces = grams.map(String);
      const { data } = await insist({
        kind: "weights",
        method: "POST",
        path: "/product/order/merchant/weights",
        token: merchant.token,
        body: () => ({ weights: [{ order: orderId, line: lineId, pieces }] }),
      });
      const isWhole = grams.length === CHEESES;
      const due = grams.reduce((sum, gramsOfPiece) => sum + gramsOfPiece, 0) * CENTS_A_GRAM;
      expect(data).toMatchObject({ weighed: [{ due: isWhole ? due / 100 : null }], refused: [] });
      if (isWhole && due < dueCents) {
        order.refundsCents.push(dueCents - due);
        dueCents = due;
      }
      order.grams = grams;
    }
    count("packing");
    if (turn % 2 === 0) await sendOff(order, dueCents);
  }

  /** Sends an order and reports its arrival. In every fourth order, one cheese is refunded with half of what is due. */
  async function sendOff(order: Packed, dueCents: number): Promise<void> {
    const { orderId, lineId } = order;
    for (const step of ["ship", "deliver"]) {
      const path = `/product/order/merchant/${orderId}/${step}`;
      await insist({ kind: step, method: "POST", path, token: merchant.token, body: () => ({}) });
    }
    order.isDelivered = true;
    if (times("packing") % 4 !== 1) return;
    await insist({
      kind: "refund",
      method: "POST",
      path: `/operator/orders/${orderId}/refund`,
      token: operator.token,
      body: () => ({ reason: "It came broken.", lines: [{ lineId, quantity: 1 }], restock: false }),
    });
    order.refundsCents.push(Math.round(dueCents / CHEESES));
    count("refund of a weighed piece");
  }

  async function countSize(): Promise<void> {
    const quantity = CASES + times("count of a size") + 1;
    const { data } = await insist({
      kind: "count of a size",
      method: "PUT",
      path: "/product/manage-product/stock",
      token: merchant.token,
      body: () => ({ products: [{ product: bag, variant: box, quantity }] }),
    });
    // A repetition must say what was done, not that nothing is left to do.
    expect(data).toMatchObject({ changed: 1, unchanged: 0, refused: 0 });
    count("count of a size");
  }

  async function expectOnce(): Promise<void> {
    const stock = await db
      .selectFrom("variants")
      .select(["_id", "quantity"])
      .where("productId", "in", [bag, cheese])
      .execute();
    expect(Object.fromEntries(stock.map(({ _id, quantity }) => [_id, quantity]))).toEqual({
      [bag]: PIECES - packed.length,
      [sack]: PIECES - 2 * packed.length,
      [box]: CASES + times("count of a size"),
      [cheese]: PIECES - CHEESES * packed.length,
    });
    const numbers: number[] = [];
    for (const { orderId, lineId, grams, refundsCents, isDelivered } of packed) {
      const line = await db
        .selectFrom("orderLines as l")
        .innerJoin("orders as o", "o._id", "l.orderId")
        .select(["o.itemId", "l.weights", "l.dueCents", "l.refundedCents"])
        .where("l._id", "=", lineId)
        .executeTakeFirstOrThrow();
      numbers.push(line.itemId);
      const refunds = await db.selectFrom("refunds").select("amountCents").where("orderId", "=", orderId).execute();
      const payouts = await db.selectFrom("payouts").select("_id").where("orderId", "=", orderId).execute();
      const sum = (cents: number[]) => cents.reduce((all, amount) => all + amount, 0);
      const ascending = (cents: number[]) => cents.toSorted((a, b) => a - b);
      expect({
        weights: line.weights,
        due: line.dueCents,
        refunded: Number(line.refundedCents),
        refunds: ascending(refunds.map(({ amountCents }) => Number(amountCents))),
        payouts: payouts.length,
      }).toEqual({
        weights: JSON.stringify(grams),
        due: sum(grams) * CENTS_A_GRAM,
        refunded: sum(refundsCents),
        refunds: ascending(refundsCents),
        payouts: isDelivered ? 1 : 0,
      });
    }
    const lighter = packed.flatMap(({ refundsCents }) => refundsCents).length - times("refund of a weighed piece");
    const subject = new RegExp(`^Order #(${numbers.join("|")}): weighed, and money goes back`);
    expect(mailsAbout(place, subject)).toBe(lighter);
  }

  return { pack, countSize, expectOnce };
}
