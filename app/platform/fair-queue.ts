/** Runs work of one kind one piece at a time, and takes from each account in turn. */
export interface FairQueue {
  /** Runs `work` when its turn has come. Rejects with `full()` at once when too much is waiting already. */
  run<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/**
 * A queue in which a piece of work waits for at most one piece of each other account. An account that sends a hundred
 * does not hold up an account that sends one. `perAccount` and `inAll` limit how many wait.
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
  /** The accounts in the order of their turns. After its turn, an account goes to the end. */
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
        // Never rejects or throws, so that one failure does not stop the queue. `work` throws at once if a process
        // cannot even be started, for want of memory.
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
