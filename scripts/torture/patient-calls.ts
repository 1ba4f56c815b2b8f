import { WAIT_MS } from "../gate/patience.mjs";

/** Milliseconds between two tries of a call. */
const PAUSE_MS = 100;
/** Tries with one key. A person who is refused this often reloads the page, and the new form has another key. */
const TRIES_A_KEY = 400;

/** Counts for one kind of call: calls, tries, and responses by status. */
export interface Answers {
  calls: number;
  tries: number;
  statuses: Map<number, number>;
  /** Tries that got the stored response of an earlier try. */
  replayed: number;
}

export interface Call {
  kind: string;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  token?: string;
  body: () => object | FormData;
}

export type Insist = (call: Call) => Promise<any>;

/**
 * Repeats a call with one idempotency key until it succeeds, whatever happens to the server. Throws at a refusal that
 * no repetition can change, because a call that was done once must be answered as done.
 */
export function patientCalls(address: () => string): { insist: Insist; answers: Map<string, Answers> } {
  const answers = new Map<string, Answers>();

  async function insist({ kind, method, path, token, body }: Call): Promise<any> {
    const tally = answers.get(kind) ?? { calls: 0, tries: 0, statuses: new Map<number, number>(), replayed: 0 };
    answers.set(kind, tally);
    tally.calls += 1;
    for (let tries = 0, key = newKey(); ; tries += 1) {
      if (tries > 0 && tries % TRIES_A_KEY === 0) key = newKey();
      const payload = body();
      const isForm = payload instanceof FormData;
      const response = await fetch(`${address()}/api/v1${path}`, {
        method,
        headers: {
          "Idempotency-Key": key,
          ...(token && { Authorization: token }),
          ...(!isForm && { "Content-Type": "application/json" }),
        },
        body: isForm ? payload : JSON.stringify(payload),
        signal: AbortSignal.timeout(WAIT_MS),
      })
        .then(async (fetched) => ({ status: fetched.status, headers: fetched.headers, text: await fetched.text() }))
        .catch(() => null);
      const status = response?.status ?? 0;
      tally.tries += 1;
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (response?.headers.get("Idempotency-Replayed")) tally.replayed += 1;
      if (response && status < 300) return JSON.parse(response.text);
      // 408: on a busy machine our own bytes were too slow.
      const isPassing = [0, 408, 429].includes(status) || status >= 500;
      const mayPass = isPassing || /"still_running"/.test(response?.text ?? "");
      if (!mayPass) throw new Error(`${kind}: ${path} was answered ${status} at try ${tries + 1}: ${response?.text}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  return { insist, answers };
}

const newKey = () => `key-${crypto.randomUUID()}`;
