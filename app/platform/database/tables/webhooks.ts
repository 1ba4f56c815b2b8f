import type { Flag, Json } from "./columns";

/* Webhooks to merchants' own servers. */

/** Where a merchant wants to be told, and of what. */
export interface WebhookEndpointRow {
  _id: string;
  merchantId: string;
  url: string;
  /** The types of event that are sent. */
  events: Json;
  enabled: Flag;
  /** The signing secrets that count, newest first, each with its end; sealed. */
  secrets: string;
  /** Since when every attempt has failed; null while it takes what comes. */
  failingSince: string | null;
  /** When it was turned off for having failed for days; null unless it was. */
  turnedOffAt: string | null;
  /** Until when somebody is sending to it: one at a time, so that a hanging one takes no more than one place. */
  busyUntil: string | null;
  createdAt: string;
}

/** One event on its way to one endpoint: written with what it tells of, sent afterwards. */
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
  /** When it is tried next; of no meaning once it is delivered or has failed. */
  nextAt: string;
  /** After it nothing more is tried. */
  retryUntil: string;
  /** The last attempt: when, with which status, and what came back or went wrong. */
  triedAt: string | null;
  answerStatus: number | null;
  answer: string;
  problem: string;
  createdAt: string;
  /** When it was written, tried or sent again last. */
  updatedAt: string;
}
