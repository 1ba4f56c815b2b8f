import { LRUCache } from "lru-cache";

/** At twenty changes a second those of five minutes; no page lives longer than one. */
const MOST_KEPT_APART = 20_000;

/** Is told of a change as soon as this process knows of it: which tags, undefined for everything. Must be quick. */
type Listener = (tags: string[] | undefined) => void;

/**
 * What one process knows of announced changes, as one count that only goes up. A change concerns everything public, or
 * only what carries one of the tags that it names.
 */
export class Changes {
  #last = 0;
  #ofAll = 0;
  readonly #listeners = new Set<Listener>();
  /** By tag: which change last named it. */
  readonly #of = new LRUCache<string, number>({
    max: MOST_KEPT_APART,
    // A forgotten change must not pass for no change: everything read before it counts as changed.
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

  /** Now; what was read after it is not older than any change before it. */
  moment(): number {
    return this.#last;
  }

  /** Whether what was read after a moment and carries these tags is still true. */
  noneSince(moment: number, tags: readonly string[]): boolean {
    if (moment === this.#last) return true;
    // Looked at without being touched, so that the oldest change is the first to be forgotten.
    return this.#ofAll <= moment && tags.every((tag) => (this.#of.peek(tag) ?? 0) <= moment);
  }

  /** Answers how to stop it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
