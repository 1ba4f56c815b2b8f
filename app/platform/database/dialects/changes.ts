import { LRUCache } from "lru-cache";

/**
 * Enough tags for five minutes of twenty changes a second with three tags each. No page lives longer than one minute.
 */
const MOST_KEPT_APART = 20_000;

/** Called as soon as this process knows of a change, with its tags; undefined means everything. Must be quick. */
type Listener = (tags: string[] | undefined) => void;

/**
 * The announced changes that one process knows of, as one count that only goes up. A change concerns everything public,
 * or only what carries one of the tags that it names.
 */
export class Changes {
  #last = 0;
  #ofAll = 0;
  readonly #listeners = new Set<Listener>();
  /** By tag: the last change that named it. */
  readonly #of = new LRUCache<string, number>({
    max: MOST_KEPT_APART,
    // A forgotten change must not look like no change, so everything read before it counts as changed.
    dispose: (change, _, reason) => {
      if (reason === "evict") this.#ofAll = Math.max(this.#ofAll, change);
    },
  });

  announce(tags?: string[]): void {
    this.#last += 1;
    if (!tags) this.#ofAll = this.#last;
    else for (const tag of tags) this.#of.set(tag, this.#last);
    for (const listener of this.#listeners) listener(tags);
  }

  /** The current moment. Data read after it is not older than any change before it. */
  moment(): number {
    return this.#last;
  }

  /** Whether data that was read after a moment and carries these tags is still true. */
  noneSince(moment: number, tags: readonly string[]): boolean {
    if (moment === this.#last) return true;
    // `peek` does not count as use, so that the oldest change is the first to be forgotten.
    return this.#ofAll <= moment && tags.every((tag) => (this.#of.peek(tag) ?? 0) <= moment);
  }

  /** Returns a function that stops the listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
