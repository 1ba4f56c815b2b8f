import { TICKS_DATABASE } from "./contract";

/*
 * Ticks of orders that were handed over at the stall, kept on the device until the server has them. A tick names an
 * order and no person.
 */

/** Days after which a tick is dropped: once the server has answered it, and in any case. */
const SENT_DAYS = 2;
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const STORE = "ticks";

export interface Tick {
  /** An idempotency key made on the device, so that the server does it once. */
  key: string;
  owner: string;
  day: string;
  order: string;
  /** The fields of the form that was pressed, as they are posted. */
  fields: [name: string, value: string][];
  at: string;
  state: "kept" | "sent" | "refused";
  /** The server's reason of a refusal. */
  message: string;
  /** When the server answered, by its clock; empty until then. */
  settledAt: string;
}

/** Whether a tick is so old that it is dropped. */
export const isOldTick = ({ at, state }: Pick<Tick, "at" | "state">, now = Date.now()): boolean =>
  !(now - Date.parse(at) < (state === "kept" ? MOST_DAYS : SENT_DAYS) * DAY_MS);

/** Ticks if the browser stores nothing for us: they live as long as the page. */
const inMemory = new Map<string, Tick>();

const outcome = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The device's memory failed.")));
  });

/** Works on the database, which is opened for each use and closed after it, so that it can be deleted at any time. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = indexedDB.open(TICKS_DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE, { keyPath: "key" }));
  const database = await outcome(request);
  try {
    const transaction = database.transaction(STORE, mode);
    const isOver = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("The device's memory is full.")),
      );
    });
    const [result] = await Promise.all([outcome(work(transaction.objectStore(STORE))), isOver]);
    return result;
  } finally {
    database.close();
  }
}

/** Stores a tick, or its new state. Returns false if it lives only as long as the page. */
export async function keepTick(tick: Tick): Promise<boolean> {
  inMemory.set(tick.key, tick);
  try {
    await withStore("readwrite", (store) => store.put(tick));
    return true;
  } catch {
    return false;
  }
}

/** The ticks of an account, oldest first. Drops those that are too old. */
export async function ticksOf(owner: string): Promise<Tick[]> {
  let ticks: Tick[];
  try {
    ticks = (await withStore("readonly", (store) => store.getAll())) as Tick[];
  } catch {
    ticks = [...inMemory.values()];
  }
  for (const { key } of ticks.filter((tick) => isOldTick(tick)))
    await withStore("readwrite", (store) => store.delete(key)).catch(() => undefined);
  return ticks
    .filter((tick) => tick.owner === owner && !isOldTick(tick))
    .sort((tickA, tickB) => (tickA.at < tickB.at ? -1 : 1));
}

/** Deletes all ticks, because their account leaves this device. */
export function forgetTicks(): void {
  indexedDB.deleteDatabase(TICKS_DATABASE);
}
