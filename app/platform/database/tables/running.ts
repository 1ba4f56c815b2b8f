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
  /** 0 while the first request is still running, 1 once its work is done, then that of its answer. */
  status: number;
  body: string;
  /** Of what the request made, where a second one would be too many. */
  madeId: string | null;
  createdAt: string;
}

export interface LimitRow {
  key: string;
  points: number;
  expire: number | null;
}

/** Who writes to an upload just now. `until` is milliseconds since 1970; wanted: somebody else has come for it. */
export interface UploadLockRow {
  name: string;
  holder: string;
  until: number;
  wanted: 0 | 1;
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
  /** The number of the order it is about, as its writer typed it; empty where none was named. */
  orderNumber: Generated<string>;
  /** Since when an answer is waited for. */
  waitingSince: string;
  /** The operator who takes care of it. */
  assignedTo: Generated<string | null>;
  /** When it was last answered or closed, and by whom; null while it waits. */
  answeredAt: string | null;
  answeredBy: Generated<string | null>;
}

/** What was written in a conversation after the message that began it. */
export interface SupportReplyRow {
  _id: string;
  messageId: string;
  side: "team" | "writer";
  /** Null where the writer replied. */
  operatorId: string | null;
  text: string;
  createdAt: string;
}
