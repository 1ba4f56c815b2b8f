import type { Generated } from "kysely";
import type { Json } from "./columns";

/* What the service itself, its operators and its newsletter keep. */

export interface JobRow {
  _id: string;
  kind: string;
  payload: Json;
  /** At most one unfinished job has a given key; null does not count. */
  uniqueKey: string | null;
  runAt: string;
  attempts: number;
  leasedUntil: string | null;
  /** Seconds between runs of a recurring job; null for one that runs once. */
  everySeconds: number | null;
  finishedAt: string | null;
  /** Set when every attempt failed: a dead letter. */
  diedAt: string | null;
  lastError: string;
  createdAt: string;
}

export interface IdempotencyRow {
  scope: string;
  key: string;
  /** SHA-256 of method, path and payload. */
  fingerprint: string;
  /** 0 while the first request is still running. */
  status: number;
  body: string;
  createdAt: string;
}

export interface LimitRow {
  key: string;
  points: number;
  expire: number | null;
}

/** Who did what when; only ever added to. */
export interface AuditRow {
  _id: string;
  actorId: string;
  actorName: string;
  action: string;
  subject: string;
  details: Json;
  createdAt: string;
}

export interface SubscriberRow {
  email: string;
  createdAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}

export interface SupportMessageRow {
  _id: string;
  fullname: string;
  email: string;
  subject: string;
  telephone: string;
  description: string;
  createdAt: string;
  answeredAt: string | null;
  answer: Generated<string>;
  answeredBy: Generated<string | null>;
}
