import path from "node:path";
import SQLite from "better-sqlite3";
import { startFakeStripe, type FakeStripe } from "../../tests/fakes/stripe/fake-stripe";
import { environmentOf } from "../../tests/processes/killed-shop";
import type { OwnPostgres } from "../../tests/processes/own-postgres";
import type { Place } from "../../tests/processes/places";
import { startProcess, type ShopProcess } from "../../tests/processes/shop-process";

/** One shop run by several processes at once, and what may befall it. */
export class TorturedShop {
  readonly fake: FakeStripe;
  readonly #place: Place;
  readonly #postgres: OwnPostgres | null;
  readonly #ahead: { seconds: number };
  readonly #processes: ShopProcess[] = [];
  #turn = 0;

  private constructor(place: Place, fake: FakeStripe, ahead: { seconds: number }, postgres: OwnPostgres | null) {
    [this.#place, this.fake, this.#ahead, this.#postgres] = [place, fake, ahead, postgres];
  }

  static async open(place: Place, count: number, postgres: OwnPostgres | null): Promise<TorturedShop> {
    const ahead = { seconds: 0 };
    const now = () => new Date(Date.now() + ahead.seconds * 1000);
    const shop = new TorturedShop(place, await startFakeStripe({ now }), ahead, postgres);
    for (let n = 0; n < count; n += 1) await shop.#start(n);
    return shop;
  }

  /** Of one process after the other, as a balancer has it. */
  address(): string {
    this.#turn += 1;
    return this.#processes[this.#turn % this.#processes.length]?.address ?? "";
  }

  /** What can happen here, by name; each comes to an end with everything running again. */
  get faults(): Record<string, (random: () => number) => Promise<void>> {
    const one = (random: () => number) => Math.floor(random() * this.#processes.length);
    const kill = async (random: () => number) => {
      const n = one(random);
      await this.#processes[n]?.kill();
      await this.#start(n);
    };
    const stop = async (random: () => number) => {
      const n = one(random);
      await this.#processes[n]?.stop();
      await this.#start(n);
    };
    const postgres = this.#postgres;
    if (!postgres) return { kill, "kill again": kill, stop, lock: (random) => this.#lock(500 + random() * 2500) };
    const without = async (end: () => Promise<void>, random: () => number) => {
      await end();
      await pause(random() * 2000);
      await postgres.start();
    };
    return {
      kill,
      "kill again": kill,
      stop,
      "postgres stops": (random) => without(postgres.stop, random),
      "postgres crashes": (random) => without(postgres.crash, random),
    };
  }

  /** Lets time pass, over which all processes are stopped as at a deployment. */
  async later(seconds: number): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
    this.#ahead.seconds += seconds;
    for (const n of this.#processes.keys()) await this.#start(n);
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.kill()));
    await this.fake.close();
    await this.#place.remove();
  }

  async #start(n: number): Promise<void> {
    this.#processes[n] = await startProcess(environmentOf(this.#place, this.fake), this.#ahead.seconds);
  }

  /** Another program holds the file's lock for writing. */
  async #lock(milliseconds: number): Promise<void> {
    const other = new SQLite(path.join(this.#place.folder, "fieldstall.db"), { timeout: 5000 });
    other.exec("begin immediate");
    await pause(milliseconds);
    other.exec("rollback");
    other.close();
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
