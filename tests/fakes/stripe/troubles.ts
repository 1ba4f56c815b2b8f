/**
 * A fault of a request: "lost" does the work and never answers, "cut" does it and closes the connection, "down" answers
 * 500 without doing it, "busy" answers 429 with Retry-After.
 */
export type Trouble = "lost" | "cut" | "down" | "busy";

/** Whether an interruption happens before or after the work of a request. */
export type Moment = "before" | "after";

export interface Troubles {
  /** The next `times` requests whose "METHOD /path" begins with `call` fail in this way. */
  expect(call: string, trouble: Trouble, times?: number): void;
  take(method: string, path: string): Trouble | null;
  /** The next request whose "METHOD /path" matches is never answered. `act` runs instead of its work, or after it. */
  interrupt(pattern: RegExp, moment: Moment, act: () => Promise<void>): void;
  /** True if an interruption happened at this moment. */
  interrupted(method: string, path: string, moment: Moment): Promise<boolean>;
  clear(): void;
}

export function newTroubles(): Troubles {
  let waiting: { what: string; trouble: Trouble; times: number }[] = [];
  let interruptions: { what: RegExp; moment: Moment; act: () => Promise<void> }[] = [];
  return {
    expect: (call, trouble, times = 1) => void waiting.push({ what: call, trouble, times }),
    take(method, path) {
      const due = waiting.find((candidate) => candidate.times > 0 && `${method} ${path}`.startsWith(candidate.what));
      if (!due) return null;
      due.times -= 1;
      return due.trouble;
    },
    interrupt: (pattern, moment, act) => void interruptions.push({ what: pattern, moment, act }),
    async interrupted(method, path, moment) {
      const due = interruptions.find(
        (interruption) => interruption.moment === moment && interruption.what.test(`${method} ${path}`),
      );
      if (!due) return false;
      interruptions = interruptions.filter((interruption) => interruption !== due);
      await due.act();
      return true;
    },
    clear: () => {
      [waiting, interruptions] = [[], []];
    },
  };
}
