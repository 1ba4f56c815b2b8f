import { PAGE, PAGE_FAILED } from "~/ui/page-scripts/contract";

/** Why there is no answer to show: no connection, a server that is unavailable just now, or a failure that may last. */
export type Cause = "line" | "busy" | "fault";

export interface Lost {
  cause: Cause;
  /** Seconds to wait, if the answer said so. */
  retryAfter: number;
  /** The server's own sentence about it. */
  said?: string;
}

/** Statuses of a server, or of a proxy in front of it, during an outage. 425: the first try is still in progress. */
const PASSING = new Set([425, 429, 502, 503, 504]);
const LONGEST_WAIT = 300;

/**
 * Returns what is wrong with an answer to a form, or to a request for a page that is to be shown in place; null if it
 * can be shown. A refused form is answered with a page that has the form as it was typed.
 */
export function lostPage({ status, headers }: Response, text: string, isPost: boolean): Lost | null {
  const page = headers.get(PAGE);
  const isAnswer = isPost && page !== null && page !== PAGE_FAILED && status !== 503 && status !== 425;
  if (PASSING.has(status) && !isAnswer) return { cause: "busy", retryAfter: secondsIn(headers.get("Retry-After")) };
  if (page !== null) return page === PAGE_FAILED && status >= 500 ? { cause: "fault", retryAfter: 0 } : null;
  return lostFile(status, headers, text, isPost);
}

function lostFile(status: number, headers: Headers, text: string, isPost: boolean): Lost | null {
  // The address that a form leads to, or to which the browser is to post it once more.
  if (status === 204 || (status === 200 && headers.get("Content-Type")?.includes("json"))) return null;
  // Not a page of ours: a network wants a login first.
  if (status < 400) return { cause: "line", retryAfter: 0 };
  if (!isPost) return null;
  const plain = headers.get("Content-Type")?.startsWith("text/plain") && text.length < 200;
  return { cause: "fault", retryAfter: 0, ...(plain && { said: text }) };
}

/** `Retry-After` in seconds, written as such or as a date; 0 for none. */
function secondsIn(header: string | null): number {
  if (!header) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Math.min(LONGEST_WAIT, Math.max(0, Math.ceil(seconds) || 0));
}
