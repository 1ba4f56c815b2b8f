import { setTimeout as pause } from "node:timers/promises";
import type { Changes } from "~/platform/database/dialects/changes";
import type { Log } from "~/platform/log.server";
import { inTrace, theTracer } from "~/platform/tracing/tracing.server";
import { EVERYTHING, FRESH_SECONDS } from "./cdn-headers.server";

/** Changes often come several at a time. */
const GATHER_MS = 20;
/** Cloudflare takes no more in one request. */
const TAGS_AT_A_TIME = 30;
/** With more tags than this waiting, everything is purged. */
const MOST_WAITING = 600;
/** A page that was on its way to the CDN at the moment of the change has arrived by then. */
const ONCE_MORE_MS = 2000;
const PATIENCE_MS = 3000;
const PAUSE_MS = { first: 250, most: 4000 };

interface Cdn {
  purgeUrl: string;
  purgeToken: string | null;
}

/**
 * Tells a CDN of every change that this process learns of, so that it drops the pages that show it: at once, and again
 * later for pages that were on their way to the CDN. Each process does so, because each may have sent pages from before
 * the change until it learned of it. A failed purge is repeated until the pages would have expired anyway. The start
 * purges everything, because the previous build may have had other pages. Returns a function that stops it.
 */
export function purgeOnChange(changes: Pick<Changes, "listen">, { purgeUrl, purgeToken }: Cdn, log: Log): () => void {
  /** By tag: until when a purge is useful. */
  const waiting = new Map<string, number>();
  const stopped = new AbortController();
  let [working, failing] = [false, false];

  function add(tags: string[]): void {
    if (waiting.size + tags.length > MOST_WAITING || tags.includes(EVERYTHING)) {
      waiting.clear();
      tags = [EVERYTHING];
    }
    const until = performance.now() + FRESH_SECONDS * 1000;
    // The waiting purge of everything covers this change as well, and now has to wait as long.
    if (waiting.has(EVERYTHING)) tags = [EVERYTHING];
    for (const tag of tags) waiting.set(tag, until);
    if (!working) void work();
  }

  const tell = (tags: string[]) => {
    add(tags);
    setTimeout(() => stopped.signal.aborted || add(tags), ONCE_MORE_MS).unref();
  };

  async function work(): Promise<void> {
    working = true;
    let pauseMs = PAUSE_MS.first;
    await pause(GATHER_MS, undefined, { ref: false });
    while (waiting.size > 0 && !stopped.signal.aborted) {
      const batch = [...waiting].slice(0, TAGS_AT_A_TIME);
      for (const [tag] of batch) waiting.delete(tag);
      const failure = await inTrace("POST purge", "client", { "http.request.method": "POST" }, async (span) => {
        const refusal = await purge(batch.map(([tag]) => tag));
        if (span && refusal !== null) theTracer()?.fail(span, "not_taken");
        return refusal;
      });
      if (failure === null) pauseMs = PAUSE_MS.first;
      else {
        for (const [tag, until] of batch)
          if (until > performance.now() && !waiting.has(EVERYTHING))
            waiting.set(tag, Math.max(until, waiting.get(tag) ?? 0));
        await pause(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(pauseMs * 2, PAUSE_MS.most);
      }
      if (failing !== (failure !== null)) {
        failing = failure !== null;
        if (failing)
          log.warn({ reason: failure }, "the CDN does not take purges: it may show pages up to a minute old");
        else log.info("the CDN takes purges again");
      }
    }
    working = false;
  }

  /** Sends one request, in the formats of Varnish and Fastly and of Cloudflare. Returns null, or why it was refused. */
  async function purge(tags: string[]): Promise<string | null> {
    try {
      const answer = await fetch(purgeUrl, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Surrogate-Key": tags.join(" "),
          ...(purgeToken !== null && { Authorization: `Bearer ${purgeToken}` }),
        },
        body: JSON.stringify({ tags }),
        redirect: "error",
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `HTTP ${answer.status}`;
    } catch (error) {
      return String((error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message);
    }
  }

  tell([EVERYTHING]);
  const stopListening = changes.listen((tags) => tell(tags ?? [EVERYTHING]));
  return () => {
    stopListening();
    stopped.abort();
  };
}
