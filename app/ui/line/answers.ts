/** Why there is no answer to hand on: no line, a server that is not there just now, or a failure that may stay. */
export type Cause = "line" | "busy" | "fault";

export interface Lost {
  cause: Cause;
  /** Seconds to stay away, when the answer said so. */
  retryAfter: number;
  /** What the server said about it, in a sentence of its own. */
  said?: string;
}

/** What a server, or a proxy in front of it, answers while it cannot. 425: the first try is still at work. */
const PASSING = new Set([425, 429, 502, 503, 504]);
const LONGEST_WAIT = 300;

/**
 * What is wrong with an answer to a request for data; null for one that the page can be handed. The site's own refusals
 * of a form, of too many tries as well, are answers: they come with the form as it was typed.
 */
export function lostIn({ status, headers }: Response, text: string, posted: boolean): Lost | null {
  const ours = headers.has("X-Remix-Response");
  const own = ours && posted && status !== 503 && status !== 425;
  const retryAfter = secondsIn(headers.get("Retry-After"));
  if (PASSING.has(status) && !own) return { cause: "busy", retryAfter };
  if (ours) return posted && status >= 500 && isFailure(text) ? { cause: "fault", retryAfter: 0 } : null;
  // The table of addresses.
  if (status === 204 || (status === 200 && headers.get("Content-Type")?.includes("json"))) return null;
  // A page where data should be: of a network that wants a login first.
  if (status < 400) return { cause: "line", retryAfter: 0 };
  if (!posted) return null;
  const plain = headers.get("Content-Type")?.startsWith("text/plain") && text.length < 200;
  return { cause: "fault", retryAfter: 0, ...(plain && { said: text }) };
}

/** Whether Remix's answer holds a failure in the place of data. */
function isFailure(text: string): boolean {
  return /^\[\{"_1":\d+\},"error"/.test(text);
}

/** `Retry-After` in seconds, written as such or as a date; 0 for none. */
function secondsIn(header: string | null): number {
  if (!header) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Math.min(LONGEST_WAIT, Math.max(0, Math.ceil(seconds) || 0));
}
