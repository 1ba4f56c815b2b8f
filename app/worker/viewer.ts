import { CACHES } from "~/ui/device/contract";
import { forgetTicks } from "~/ui/hand-over/ticks";
import { empty } from "./bounds";

/*
 * For whom the pages on the device were made. They are of one session or of visitors, never of two: when an answer is
 * for somebody else than the one before, all that was seen is thrown away.
 */

const KEY = "/viewer";

let epoch = 0;
let last: Promise<unknown> = Promise.resolve();

/** To be asked when a request begins: what was asked for before somebody left is not for who comes then. */
export const viewerEpoch = (): number => epoch;

const emptyPages = () => [empty(CACHES.pages), empty(CACHES.days), empty(CACHES.pictures)];

/** Throws away what was ticked at a stall, every page, its data and its pictures. */
export function forgetAll(): Promise<unknown> {
  epoch += 1;
  return inTurn(() => {
    forgetTicks();
    return Promise.all([...emptyPages(), caches.delete(CACHES.viewer)]);
  });
}

/**
 * Takes note of whom an answer is for, whose request began in `begun`; throws away what is another's. Resolves to
 * whether the answer may be kept.
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
    // Others that are under way belong to the one before; this answer does not.
    return true;
  });
}

/** One after the other, also when one fails. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const completion = last.then(work, work);
  last = completion.catch(() => undefined);
  return completion;
}
