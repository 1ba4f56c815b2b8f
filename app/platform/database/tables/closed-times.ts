import type { Flag, Json } from "./columns";

/* Times that merchants had to close. Days are YYYY-MM-DD and times HH:MM in the marketplace's time zone. */

/** A time that its merchant closed, or an operator for all stalls of a market day, and what is to become of its orders. */
export interface ClosedTimeRow {
  _id: string;
  /** The account that closed it: the merchant, or the operator where `isByMarket` is 1. */
  merchantId: string;
  /** The way, or the market day. */
  methodId: string;
  isMarketDay: Flag;
  /** 1 where an operator closed it, with the orders of all stalls. */
  isByMarket: Flag;
  kind: "collection" | "delivery" | "carrier";
  /** The name of the way when it was closed. */
  name: string;
  day: string;
  startTime: string;
  endTime: string;
  /** The end of the time. */
  endsAt: string;
  /** The plan of the day before it was closed, `PlanOfDay` of the delivery feature; null where no plan was changed. */
  planOfDay: Json | null;
  next: "move" | "money_back";
  /** The time that its orders are moved to; null where their money goes back. */
  toDay: string | null;
  toStart: string | null;
  toEnd: string | null;
  toCutOffAt: string | null;
  /** The outcome for buyers who stay silent. */
  silent: "come" | "money_back";
  /** The buyers read it. */
  reason: string;
  /** Orders and cents that the merchant was told of before. */
  orders: number;
  amountCents: number;
  createdAt: string;
  /** From when on silence is an answer; where money goes back, from when on it does. */
  settleAt: string;
  takenBackAt: string | null;
  /** 1 while something may still be done about one of its orders. */
  isOpen: Flag;
}

/**
 * An order of a closed time; `partId` is its first part there, where it has several of a market day. `waiting`: nobody was told yet. `told`: its buyer was told, and may answer. `coming`: it stays at its
 * new time. `given_back`: its money went back. `left_out`: there was nothing to do. `stays`: the closing was taken back.
 * `replaced`: its new time was closed as well. `failed`: `problem` says why.
 */
export interface ClosedTimeOrderRow {
  closedTimeId: string;
  partId: string;
  orderId: string;
  /** The end and the cut-off that it had at the closed time. */
  endTime: string | null;
  cutOffAt: string | null;
  state: "waiting" | "told" | "coming" | "given_back" | "left_out" | "stays" | "replaced" | "failed";
  /** The answer that its buyer gave by the link; null where none was given. */
  answer: "come" | "money_back" | null;
  /** The cents that went back to a card; 0 of an order that was not paid. */
  amountCents: number;
  toldAt: string | null;
  endedAt: string | null;
  problem: string;
}
