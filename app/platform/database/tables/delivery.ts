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
  /** 1 where a buyer may pay at collection, as long as the market allows it. */
  isPaidThere: Generated<Flag>;
  /** The price of the way; free if the goods come to `freeFromCents`. */
  feeCents: Generated<number>;
  freeFromCents: Generated<number | null>;
  /** The least that the goods of one order must come to; 0 where any sum will do. */
  leastOrderCents: Generated<number>;
  /** Ids of the products that go this way; empty for all of the stall. */
  products: Generated<Json>;
  createdAt: string;
  updatedAt: string;
}

/** A place at which several stalls are collected from, made by an operator. */
export interface MarketDayRow {
  _id: string;
  name: string;
  isActive: Flag;
  address: string;
  directions: string;
  /** `OpenTime[]` of the delivery feature. */
  times: Json;
  /** Days without the weekly times. */
  daysOff: Json;
  /** The fee of an order, however many stalls are in it. */
  feeCents: number;
  createdAt: string;
  updatedAt: string;
}

/** A stall that takes part in a market day. */
export interface MarketDayStallRow {
  marketDayId: string;
  merchantId: string;
  /** How many hours before a time the stall needs an order. */
  noticeHours: number;
  /** 1 if its goods may be paid at collection there, as long as the market allows it. */
  isPaidThere: Generated<Flag>;
  joinedAt: string;
}

/** An entry of the area of a delivery, as `areaEntries` reads it. */
export interface WayAreaRow {
  methodId: string;
  kind: "code" | "range" | "beginning" | "town";
  first: string;
  last: string;
}

/** The number of orders of a time of a way or market day. A time that nobody chose has no row. */
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
  /** The first order, to which it was added and with which it is handed over; null if it is handed over by itself. */
  joinedTo: string | null;
  merchantId: string;
  /** Its way, or its market day. */
  methodId: string;
  /** The market day, where it is collected from there; null otherwise. */
  marketDayId: string | null;
  kind: Kind;
  name: string;
  address: string;
  directions: string;
  day: string | null;
  startTime: string | null;
  endTime: string | null;
  timeZone: string;
  cutOffAt: string | null;
  /** The code to say at collection, unique per merchant and day; the same for all parts of an order at a market day. */
  code: string | null;
  /** 1 while it counts among the orders of its time. */
  holdsPlace: Flag;
  /** How often its time was changed. */
  changes: number;
  /** When its buyer was reminded of its day; null until then. */
  remindedAt: string | null;
  /** When it was handed over at the stall, by the device's clock; null until then. */
  handedOverAt: string | null;
  /** The device that reported this, such as "Firefox on Android". */
  handedOverBy: string;
  /** Its place in the merchant's delivery list of the day; null until the merchant has sorted the list. */
  listPosition: number | null;
  /** When the stall reported that it was not collected at its time; null otherwise, and after a change of its time. */
  notCollectedAt: string | null;
}
