import type { Cause } from "./answers";

/** A request that has had no answer yet and is going to be made again. */
export interface Waiting {
  id: number;
  /** A form that was sent, or a page that was asked for. */
  kind: "form" | "page";
  cause: Cause;
  /** The server's own sentence. */
  said?: string;
  /** Whether it is being tried just now. */
  trying: boolean;
  /** Tries at once. */
  again(): void;
  /** Gives a form back to whoever typed it, unsent. */
  stop(): void;
}

let list: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Waiting[]) {
  list = next;
  for (const listener of listeners) listener();
}

/** All requests that wait for the connection, oldest first. */
export const waiting = {
  now: () => list,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Adds a request, or updates its state. */
  put(request: Waiting): void {
    set([...list.filter(({ id }) => id !== request.id), request].sort((a, b) => a.id - b.id));
  },
  remove(id: number): void {
    if (list.some((request) => request.id === id)) set(list.filter((request) => request.id !== id));
  },
};
