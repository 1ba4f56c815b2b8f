import path from "node:path";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import { startFakeStripe, type FakeStripe } from "../../tests/fakes/stripe/fake-stripe";
import { keepSending, sendTo } from "../../tests/fakes/stripe/webhooks";
import { environmentOf } from "../../tests/processes/killed-shop";
import type { OwnPostgres } from "../../tests/processes/own-postgres";
import type { Place } from "../../tests/processes/places";
import { startProcess, type ShopProcess } from "../../tests/processes/shop-process";

/** A process that is started while others are killed waits for a core now and then. */
const START_MS = 240_000;
const SEND_AGAIN_MS = 200;

/** What may befall the shop, in parts of all that does; it comes to an end with everything running again. */
export interface Fault {
  name: string;
  weight: number;
  happen(random: () => number): Promise<void>;
}

/** One shop run by several processes at once, on a Stripe of its own that sends each of its messages twice. */
export class TorturedShop {
  readonly fake: FakeStripe;
  readonly #place: Place;
  readonly #postgres: OwnPostgres | null;
  readonly #ahead: { seconds: number };
  readonly #processes: ShopProcess[] = [];
  #turn = 0;
  #messages = 0;
  #stopSending: () => void = () => undefined;

  private constructor(place: Place, fake: FakeStripe, ahead: { seconds: number }, postgres: OwnPostgres | null) {
    [this.#place, this.fake, this.#ahead, this.#postgres] = [place, fake, ahead, postgres];
  }

  static async open(place: Place, count: number, postgres: OwnPostgres | null): Promise<TorturedShop> {
    const ahead = { seconds: 0 };
    const now = () => new Date(Date.now() + ahead.seconds * 1000);
    const shop = new TorturedShop(place, await startFakeStripe({ now }), ahead, postgres);
    for (let n = 0; n < count; n += 1) await shop.#start(n);
    const manner = { delayMs: 0, twice: true, shuffled: true };
    const secret = environmentOf(place, shop.fake)["STRIPE_WEBHOOK_SECRET"] as string;
    shop.#stopSending = keepSending(shop.fake.store, secret, (signed) => shop.#send(signed), manner);
    return shop;
  }

  /** Of one process after the other, as a balancer has it. */
  address(): string {
    this.#turn += 1;
    return this.#processes[this.#turn % this.#processes.length]?.address ?? "";
  }

  /** Messages of Stripe's that have not been taken yet, in words; null when there are none. */
  messagesLeft(): string | null {
    const left = this.fake.store.events.length * 2 - this.#messages;
    return left > 0 ? `${left} messages` : null;
  }

  /** What befalls each of the processes. */
  get faultsOfProcesses(): Fault[][] {
    return [...this.#processes.keys()].map((n) => [
      {
        name: "kill",
        weight: 9,
        happen: async () => {
          await this.#processes[n]?.kill();
          await this.#start(n);
        },
      },
      {
        name: "stop",
        weight: 1,
        happen: async () => {
          await this.#processes[n]?.stop();
          await this.#start(n);
        },
      },
    ]);
  }

  /** What befalls the database that they share. */
  get faultsOfDatabase(): Fault[] {
    const postgres = this.#postgres;
    if (!postgres) return [{ name: "lock", weight: 1, happen: (random) => this.#lock(500 + random() * 2500) }];
    const without = async (end: () => Promise<void>, random: () => number) => {
      await end();
      await pause(random() * 2000);
      await postgres.start();
    };
    return [
      { name: "postgres stops", weight: 1, happen: (random) => without(postgres.stop, random) },
      { name: "postgres crashes", weight: 1, happen: (random) => without(postgres.crash, random) },
    ];
  }

  /** Lets time pass, over which all processes are stopped as at a deployment. */
  async later(seconds: number): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
    this.#ahead.seconds += seconds;
    await Promise.all([...this.#processes.keys()].map((n) => this.#start(n)));
  }

  async close(): Promise<void> {
    this.#stopSending();
    await Promise.all(this.#processes.map((each) => each.kill()));
    await this.fake.close();
    await this.#place.remove();
  }

  async #start(n: number): Promise<void> {
    const environment = environmentOf(this.#place, this.fake);
    this.#processes[n] = await startProcess(environment, this.#ahead.seconds, START_MS, process.env["TORTURE_BUILD"]);
  }

  /** Until it is taken: Stripe tries for days. */
  async #send(signed: Parameters<ReturnType<typeof sendTo>>[0]): Promise<number> {
    for (;;) {
      const status = await sendTo(`${this.address()}/api/v1/stripe/webhook`)(signed);
      if (status === 200) {
        this.#messages += 1;
        return status;
      }
      await pause(SEND_AGAIN_MS);
    }
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
