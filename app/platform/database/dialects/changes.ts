import { LRUCache } from "lru-cache";

const MOST_KEPT_APART = 10_000;

/**
 * What one process knows of announced changes, as one count that only goes up. A change concerns everything public, or
 * only what shows one of the things it names.
 */
export class Changes {
  #last = 0;
  #ofAll = 0;
  /** By the thing that changed: when it last did. */
  readonly #of = new LRUCache<string, number>({
    max: MOST_KEPT_APART,
    // What is forgotten may not pass for unchanged.
    dispose: (_, __, reason) => {
      if (reason === "evict") this.#ofAll = this.#last;
    },
  });

  announce(of?: string[]): void {
    this.#last += 1;
    if (!of) this.#ofAll = this.#last;
    else for (const thing of of) this.#of.set(thing, this.#last);
  }

  /** Now; what was read after it is not older than any change before it. */
  moment(): number {
    return this.#last;
  }

  /** When something last changed that concerns everything public. */
  ofAll(): number {
    return this.#ofAll;
  }

  /** Whether what was read after a moment and shows these things is still true. */
  noneSince(moment: number, things: string[]): boolean {
    return this.#ofAll <= moment && things.every((thing) => (this.#of.get(thing) ?? 0) <= moment);
  }
}
