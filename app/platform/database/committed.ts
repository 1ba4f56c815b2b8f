import type { Kysely } from "kysely";
import type { Tables } from "./tables";

const waiting = new WeakMap<object, (() => void)[]>();

/** Does `work` as soon as the transaction has been committed; never, when it is taken back. Outside of one: at once. */
export function whenCommitted(db: Kysely<Tables>, work: () => void): void {
  if (!db.isTransaction) return work();
  waiting.set(db, [...(waiting.get(db) ?? []), work]);
}

/** For who runs transactions: this one has been committed. */
export function committed(trx: object): void {
  for (const work of waiting.get(trx) ?? []) work();
  waiting.delete(trx);
}
