import { createHash } from "node:crypto";
import { Failure } from "./failures";

export interface Answered {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/**
 * Keeps the responses to requests with an Idempotency-Key. The same key with other parameters is an error, as at
 * Stripe.
 */
export function newMemory() {
  const answersByKey = new Map<string, { fingerprint: string; answer: Answered }>();
  const running = new Set<string>();
  return {
    /** Marks a key as in use until the returned function is called. Refuses a second request with it meanwhile. */
    begin(key: string): () => void {
      if (!key) return () => undefined;
      if (running.has(key))
        throw new Failure(409, {
          type: "invalid_request_error",
          code: "idempotency_key_in_use",
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      running.add(key);
      return () => void running.delete(key);
    },
    /** Returns the first response to this request, or else the response of `work`. Refusals are kept too. */
    once(key: string, request: string, work: () => Answered): Answered {
      if (!key) return work();
      const fingerprint = createHash("sha256").update(request).digest("hex");
      const earlier = answersByKey.get(key);
      if (earlier && earlier.fingerprint !== fingerprint) {
        throw new Failure(400, {
          type: "idempotency_error",
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      if (earlier) return { ...earlier.answer, headers: { ...earlier.answer.headers, "Idempotent-Replayed": "true" } };
      const answer = work();
      answersByKey.set(key, { fingerprint, answer });
      return answer;
    },
    /** Forgets all keys, as Stripe does after a day. */
    forget: () => answersByKey.clear(),
  };
}
