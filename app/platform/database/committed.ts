import type { Kysely } from "kysely";
import type { Tables } from "./tables";

const waiting = new WeakMap<object, (() => void)[]>();

/** Runs `work` once the transaction is committed, or never if it is rolled back. Outside a transaction: at once. */
export function whenCommitted(db: Kysely<Tables>, work: () => void): void {
  if (!db.isTransaction) return work();
  waiting.set(db, [...(waiting.get(db) ?? []), work]);
}

/** For code that runs transactions: reports that this one is committed. */
export function committed(trx: object): void {
  for (const work of waiting.get(trx) ?? []) work();
  waiting.delete(trx);
}
