import type { Flag, Json } from "./columns";

/* Webhooks to merchants' own servers. */

/** An address to which a merchant wants events sent, and the types of events. */
export interface WebhookEndpointRow {
  _id: string;
  merchantId: string;
  url: string;
  /** The types of event that are sent. */
  events: Json;
  enabled: Flag;
  /** The valid signing secrets, newest first, each with its end; sealed. */
  secrets: string;
  /** Since when every attempt has failed; null while it accepts deliveries. */
  failingSince: string | null;
  /** When it was turned off after failing for days; null otherwise. */
  turnedOffAt: string | null;
  /**
   * Until when a sender has it to itself. Only one sends at a time, so that a hanging endpoint takes only one place.
   */
  busyUntil: string | null;
  createdAt: string;
}

/** One event for one endpoint. It is written with the change that it reports, and sent afterwards. */
export interface WebhookDeliveryRow {
  _id: string;
  endpointId: string;
  /** The same for every endpoint and every attempt: receivers drop repeats by it. */
  eventId: string;
  type: string;
  /** Exactly the bytes that are signed and sent. */
  body: string;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
  /** When it is tried next; meaningless once it is delivered or has failed. */
  nextAt: string;
  /** No attempt is made after this time. */
  retryUntil: string;
  /** The last attempt: when, with which status, and what came back or went wrong. */
  triedAt: string | null;
  answerStatus: number | null;
  answer: string;
  problem: string;
  createdAt: string;
  /** When it was last written, tried or sent again. */
  updatedAt: string;
}
