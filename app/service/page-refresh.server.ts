import { setTimeout as pause } from "node:timers/promises";
import type { Changes } from "~/platform/database/dialects/changes";
import type { PageCache } from "./page-cache.server";

/** Changes often come several at a time. */
const GATHER_MS = 10;
/** How often it is looked for pages whose minute is soon over. */
const LOOK_MS = 5000;
/** It pauses for so many times as long as it took: a quarter of the thread is the most that it takes from visitors. */
const PAUSES = 3;

/**
 * Makes pages that are asked for often again as soon as something that they show has changed, one at a time, so that
 * the next visitor finds them ready; whoever comes before that waits for the one that is being made. Answers how to
 * stop it.
 */
export function refreshPages(
  cache: Pick<PageCache, "toRefresh" | "page">,
  changes: Pick<Changes, "listen">,
  render: (address: string) => Promise<Response>,
): () => void {
  let [running, again] = [false, false];

  async function refresh(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await pause(GATHER_MS, undefined, { ref: false });
      for (const address of cache.toRefresh()) {
        const begun = performance.now();
        // Who asks for it next finds out, and it was told of where it failed.
        await cache.page(address, () => render(address)).catch(() => undefined);
        await pause(PAUSES * (performance.now() - begun), undefined, { ref: false });
      }
    } while (again);
    running = false;
  }

  const stop = changes.listen(() => void refresh());
  const looking = setInterval(() => void refresh(), LOOK_MS).unref();
  return () => {
    clearInterval(looking);
    stop();
  };
}
