/**
 * What goes wrong with a request: "lost" does the work and never answers, "cut" does it and closes the line, "down"
 * answers 500 without doing it, "busy" 429 with Retry-After.
 */
export type Trouble = "lost" | "cut" | "down" | "busy";

export interface Troubles {
  /** The next `times` requests whose "METHOD /path" starts with `what` go wrong. */
  expect(what: string, trouble: Trouble, times?: number): void;
  take(method: string, path: string): Trouble | null;
  clear(): void;
}

export function newTroubles(): Troubles {
  let waiting: { what: string; trouble: Trouble; times: number }[] = [];
  return {
    expect: (what, trouble, times = 1) => void waiting.push({ what, trouble, times }),
    take(method, path) {
      const due = waiting.find((each) => each.times > 0 && `${method} ${path}`.startsWith(each.what));
      if (!due) return null;
      due.times -= 1;
      return due.trouble;
    },
    clear: () => { waiting = []; },
  };
}
