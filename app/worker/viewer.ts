import { CACHES } from "~/ui/device/contract";
import { forgetTicks } from "~/ui/hand-over/ticks";
import { empty } from "./bounds";

/*
 * For whom the pages on the device were made. They are of one session or of visitors, never of two: when an answer is
 * for another viewer than the one before, all stored pages are deleted.
 */

const KEY = "/viewer";

let epoch = 0;
let last: Promise<unknown> = Promise.resolve();

/** To be read when a request begins: an answer that was requested before a viewer left is not for the next viewer. */
export const viewerEpoch = (): number => epoch;

const emptyPages = () => [empty(CACHES.pages), empty(CACHES.days), empty(CACHES.pictures)];

/** Deletes the ticks of a stall, every page and all pictures. */
export function forgetAll(): Promise<unknown> {
  epoch += 1;
  return inTurn(() => {
    forgetTicks();
    return Promise.all([...emptyPages(), caches.delete(CACHES.viewer)]);
  });
}

/**
 * Notes the viewer of an answer whose request began in `epochAtStart`, and deletes the pages of another viewer.
 * Resolves to whether the answer may be stored.
 */
export async function saw(viewer: string, epochAtStart: number): Promise<boolean> {
  return inTurn(async () => {
    if (epochAtStart !== epoch) return false;
    const cache = await caches.open(CACHES.viewer);
    const before = await (await cache.match(KEY))?.text();
    if (before === viewer) return true;
    if (before !== undefined) {
      epoch += 1;
      await Promise.all(emptyPages());
    }
    await cache.put(KEY, new Response(viewer));
    // Other answers that are under way belong to the viewer before. This one does not.
    return true;
  });
}

/** Runs `work` after all earlier work, even if that fails. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const completion = last.then(work, work);
  last = completion.catch(() => undefined);
  return completion;
}
