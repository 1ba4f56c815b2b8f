import type { Generated } from "kysely";
import type { Flag, Json } from "./columns";

/* How goods get from stalls to buyers. Days are YYYY-MM-DD and times HH:MM in the marketplace's time zone. */

type Kind = "collection" | "delivery" | "carrier";

/** A way that a merchant offers. */
export interface DeliveryMethodRow {
  _id: string;
  merchantId: string;
  kind: Kind;
  name: string;
  isActive: Flag;
  /** The place of a collection; empty for other kinds. */
  address: string;
  directions: string;
  /** Postcodes and towns of a delivery, as the merchant wrote them; empty otherwise. */
  area: string;
  /** `OpenTime[]` of the delivery feature. */
  times: Json;
  /** Days without the weekly times. */
  daysOff: Json;
  /** The price of the way, unless the goods come to `freeFromCents`. */
  feeCents: Generated<number>;
  freeFromCents: Generated<number | null>;
  /** The least that goods of one order come to; 0 where any sum will do. */
  leastOrderCents: Generated<number>;
  /** Ids of the products that go this way; empty for all of the stall. */
  products: Generated<Json>;
  createdAt: string;
  updatedAt: string;
}

/** How many orders a time of a way has; one that nobody chose has no row. */
export interface SlotOrderRow {
  methodId: string;
  day: string;
  startTime: string;
  orders: number;
}

/** The way and time of a part as its buyer chose them. A part without a row goes by carrier. */
export interface PartDeliveryRow {
  partId: string;
  orderId: string;
  merchantId: string;
  methodId: string;
  kind: Kind;
  name: string;
  address: string;
  directions: string;
  day: string | null;
  startTime: string | null;
  endTime: string | null;
  timeZone: string;
  cutOffAt: string | null;
  /** Said at the stall at collection, once a merchant and day. */
  code: string | null;
  /** 1 while it counts among the orders of its time. */
  holdsPlace: Flag;
  /** How often its time was changed. */
  changes: number;
  /** When its buyer was reminded of its day; null until then. */
  remindedAt: string | null;
}
