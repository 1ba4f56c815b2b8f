import { isOutOfReach } from "./database/out-of-reach";
import { isDiskFull } from "./disk-full";
import { FilesOutOfReach } from "./files/out-of-reach";
import { Refusal, type RefusalItem } from "./refusal";

/** The 503 answer while a service that the shop depends on fails. */
export interface Outage {
  item: RefusalItem;
  /** Seconds until it is worth another try. */
  retryAfter: string;
  /** For the log. */
  event: string;
}

const RECORDS: Outage = {
  item: { message: "We cannot reach our records just now. Please try again in a moment.", code: "unavailable" },
  retryAfter: "5",
  event: "the database is out of reach",
};

const FILES: Outage = {
  item: {
    message: "We cannot reach our pictures and videos just now. Nothing was changed; please try again in a moment.",
    code: "unavailable",
  },
  retryAfter: "5",
  event: "files are out of reach",
};

const ROOM: Outage = {
  item: {
    message: "We have no room to keep anything new just now. Nothing was changed; please try again later.",
    code: "storage_full",
  },
  retryAfter: "60",
  event: "the disk is full",
};

/** The outage that an error means; null if the error is the program's own. */
export function outageOf(error: unknown): Outage | null {
  if (isDiskFull(error)) return ROOM;
  if (error instanceof FilesOutOfReach) return FILES;
  // An error of the file system names the file; an error of the connection to the database does not.
  if (isOutOfReach(error)) return typeof (error as { path?: unknown }).path === "string" ? FILES : RECORDS;
  return null;
}

/** Whether the same request may succeed later, unchanged. Such an error must never be written down as its outcome. */
export function mayPass(error: unknown): boolean {
  return error instanceof Refusal ? error.status === 503 || error.status === 429 : outageOf(error) !== null;
}
