/* The hand-over page, its script and the service worker share these names. */

/** The name of the database on the device that keeps ticks until they are sent. */
export const TICKS_DATABASE = "fieldstall-hand-over";

/** On the page's element: its `PageSettings` as JSON. */
export const HAND_OVER = "data-hand-over";
/** Elements of the page, by their names. */
export const PART = "data-hand-over-part";
/** On a row of the list: its `RowOrder` as JSON. */
export const ROW = "data-order";
/** On a row: the step of its order as it is drawn, a `Step`. */
export const STEP = "data-step";

/** The steps of an order. On the server: open, handed over, called off. On the device: waiting, sent, refused. */
export type Step = "open" | "done" | "off" | "kept" | "sent" | "refused";

export interface PageSettings {
  day: string;
  /** The account that the page was made for: ticks of another one are not sent from here. */
  owner: string;
  /** The address that a tick is posted to. */
  action: string;
  /** When the list was read, as people read it: "10:04". */
  readAt: string;
  /** The same moment in ISO 8601, by the server's clock. */
  readAtTime: string;
  /** Codes of other days, with the day as people read it. */
  elsewhere: { code: string; day: string }[];
}

/** An order as the hand-over page shows it, together with orders that were added to it. */
export interface RowOrder {
  id: string;
  /** "#10001, #10002" */
  numbers: string;
  code: string;
  name: string;
  lines: { pieces: number; title: string }[];
  notes: string;
  /** The payment at collection, as people read it; empty where it is paid by card. */
  payment: string;
  /** Whether the buyer pays at the handing over. */
  isToPay: boolean;
  /** The sum to pay then, in cents. */
  dueCents: number;
  step: "open" | "done" | "off";
  /** The reason why it cannot be handed over now, as people read it; empty where it can. */
  closed: string;
}

/** The answer to a tick. */
export interface TickAnswer {
  /** Empty if the tick was accepted. */
  code: string;
  message: string;
  /** When it was answered, in ISO 8601, by the server's clock. */
  at: string;
}
