/** Work of one kind that is done one after the other, taken from each account in turn. */
export interface FairQueue {
  /** Runs `work` when its turn has come; rejects with `full()` at once when too much is waiting already. */
  run<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/**
 * A queue in which nobody waits for more than one piece of work of each other account: whoever sends a hundred waits
 * behind whoever sends one. `perAccount` and `inAll` bound how many wait.
 */
export function fairQueue({
  perAccount,
  inAll,
  full,
}: {
  perAccount: number;
  inAll: number;
  full: () => Error;
}): FairQueue {
  /** In the order in which accounts come next: the one that was served goes behind all others. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let length = 0;
  let busy = false;

  async function serve(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [account, works] = next.value;
      waiting.delete(account);
      const work = works.shift() as () => Promise<void>;
      if (works.length > 0) waiting.set(account, works);
      length -= 1;
      await work();
    }
    busy = false;
  }

  return {
    run: (account, work) => {
      const ownQueue = waiting.get(account) ?? [];
      if (ownQueue.length >= perAccount || length >= inAll) return Promise.reject(full());
      return new Promise((resolve, reject) => {
        // Never rejects or throws itself, so that one failure does not stop the queue: a process that cannot even be
        // started, for want of memory, throws at once.
        ownQueue.push(async () => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
        });
        waiting.set(account, ownQueue);
        length += 1;
        void serve();
      });
    },
  };
}
