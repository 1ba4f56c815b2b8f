import type { Generated } from "kysely";
import type { Json } from "./columns";

/* Tables of the service itself, its operators and its newsletter. */

export interface JobRow {
  _id: string;
  kind: string;
  payload: Json;
  /** At most one unfinished job has a given key; null does not count. */
  uniqueKey: string | null;
  runAt: string;
  /** How many attempts were begun. */
  attempts: number;
  /** How many of these attempts ended with their process, which is no failure of the work. */
  takeovers: Generated<number>;
  leasedUntil: string | null;
  /** Name of the process that works on it, in `processes`; null where that process has not announced itself. */
  leasedBy: string | null;
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
  /** 0 while the first request is running, 1 once its work is done, then the status of its response. */
  status: number;
  body: string;
  /** Name of the process that works on the request, in `processes`. */
  process: Generated<string | null>;
  /** JSON of the work's result, written in its transaction, in case the process is killed before it responds. */
  result: string | null;
  createdAt: string;
}

export interface LimitRow {
  key: string;
  points: number;
  expire: number | null;
}

/** A process that serves or works on jobs. Its row is deleted when it ends: see app/platform/processes. */
export interface ProcessRow {
  _id: string;
  startedAt: string;
}

/** The current writer of an upload. `until` is milliseconds since 1970. `wanted`: another writer waits for it. */
export interface UploadLockRow {
  name: string;
  holder: string;
  /** Name of the holder's process, in `processes`. */
  process: string | null;
  until: number;
  wanted: 0 | 1;
}

/** The log of operators' actions. Rows are only added. */
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
  /** Since when the writer has waited for an answer. */
  waitingSince: string;
  /** The operator who takes care of it. */
  assignedTo: Generated<string | null>;
  /** When it was last answered or closed, and by whom; null while it waits. */
  answeredAt: string | null;
  answeredBy: Generated<string | null>;
  /** When anything was written in it, or it was answered, closed or assigned last. */
  updatedAt: Generated<string>;
}

/** A reply in a conversation, after the message that began it. */
export interface SupportReplyRow {
  _id: string;
  messageId: string;
  side: "team" | "writer";
  /** Null where the writer replied. */
  operatorId: string | null;
  text: string;
  createdAt: string;
}
