import type { Flag, Json } from "./columns";

/* Times that merchants had to close. Days are YYYY-MM-DD and times HH:MM in the marketplace's time zone. */

/** A time closed by its merchant, or by an operator for all stalls of a market day, and the plan for its orders. */
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
  /** The moment at which the time ends. */
  endsAt: string;
  /** The plan of the day before it was closed, `PlanOfDay` of the delivery feature; null where no plan was changed. */
  planOfDay: Json | null;
  next: "move" | "money_back";
  /** The time that its orders are moved to; null if they are refunded. */
  toDay: string | null;
  toStart: string | null;
  toEnd: string | null;
  toCutOffAt: string | null;
  /** The outcome for buyers who stay silent. */
  silent: "come" | "money_back";
  /** The buyers read it. */
  reason: string;
  /** The number of orders and their cents, as the merchant saw them before closing. */
  orders: number;
  amountCents: number;
  createdAt: string;
  /** When silence becomes an answer; for `money_back`, when the refunds begin. */
  settleAt: string;
  takenBackAt: string | null;
  /** 1 while something may still be done about one of its orders. */
  isOpen: Flag;
}

/**
 * An order of a closed time. `partId` is its first part there, because it may have several of a market day. `waiting`:
 * its buyer was not told yet. `told`: its buyer was told, and may answer. `coming`: it stays at its new time.
 * `given_back`: it was refunded. `left_out`: there was nothing to do. `stays`: the closing was undone. `replaced`: its
 * new time was closed as well. `failed`: `problem` says why.
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
  /** The cents refunded to a card; 0 for an unpaid order. */
  amountCents: number;
  toldAt: string | null;
  endedAt: string | null;
  problem: string;
}
