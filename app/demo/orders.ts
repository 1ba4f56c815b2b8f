import type { OrderPartRow } from "~/platform/database/tables";
import { seededRandom } from "./content/random";

const DAY = 86_400_000;
const ORDERS = 1200;
const OF_THE_DEMO_BUYER = 14;

interface PlannedOrder<Goods> {
  itemId: number;
  /** Place in the list of buyers; 0 is the demo login. */
  buyer: number;
  at: Date;
  state: Pick<OrderPartRow, "statusText" | "shippedAt" | "deliveredAt"> & {
    carrier: string;
    trackingNumber: string;
    cancelledAt: string | null;
    cancelReason: string;
  };
  lines: { product: Goods; quantity: number }[];
}

/** A year of orders up to yesterday, oldest first, with a few more every month. The same at every fill. */
export function ordersOfAYear<Goods>(now: Date, buyers: number, goods: Goods[]): PlannedOrder<Goods>[] {
  const random = seededRandom(20_240_611);
  const ages = Array.from({ length: ORDERS }, () => 0.5 + 364 * (1 - Math.sqrt(random.next()))).toSorted(
    (a, b) => b - a,
  );
  const demoBuyers = new Set(
    random.sample(
      ages.map((_, index) => index),
      OF_THE_DEMO_BUYER - 2,
    ),
  );
  return ages.map((age, index) => {
    const at = new Date(now.getTime() - Math.round(age * DAY));
    return {
      itemId: 10_001 + index,
      // Two of the newest are the demo buyer's, so that something is on its way.
      buyer: demoBuyers.has(index) || index === ORDERS - 3 || index === ORDERS - 9 ? 0 : random.integer(1, buyers - 1),
      at,
      state: stateAt(at, age, index),
      lines: random.sample(goods, random.integer(1, 4)).map((product) => ({ product, quantity: random.integer(1, 3) })),
    };
  });
}

/** Merchants cancel one in this many orders. */
const CALLED_OFF = 41;

/** The state of an order by its age in days: packed for two days, then on the way for three. */
function stateAt(at: Date, age: number, index: number): PlannedOrder<unknown>["state"] {
  const after = (days: number) => new Date(at.getTime() + days * DAY).toISOString();
  const packed = {
    statusText: "Processing" as const,
    shippedAt: null,
    deliveredAt: null,
    carrier: "",
    trackingNumber: "",
    cancelledAt: null,
    cancelReason: "",
  };
  if (age < 2) return packed;
  if (index % CALLED_OFF === CALLED_OFF - 1) {
    return {
      ...packed,
      statusText: "Cancelled",
      cancelledAt: after(1),
      cancelReason: "The last of the harvest was spoiled by rain, and I would not send it to anyone.",
    };
  }
  const shipment = {
    ...packed,
    shippedAt: after(2),
    carrier: "Green Valley Parcels",
    trackingNumber: `GV${String(7_400_000 + index * 37)}US`,
  };
  if (age < 5) return { ...shipment, statusText: "Shipped" };
  return { ...shipment, statusText: "Delivered", deliveredAt: after(5) };
}
