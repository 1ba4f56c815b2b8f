import path from "node:path";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import { WAIT_MS } from "../gate/patience.mjs";
import { startFakeStripe, type FakeStripe } from "../../tests/fakes/stripe/fake-stripe";
import { secretOf, sendTo, sign } from "../../tests/fakes/stripe/webhooks";
import { environmentOf } from "../../tests/processes/killed-shop";
import type { OwnPostgres } from "../../tests/processes/own-postgres";
import type { Place } from "../../tests/processes/places";
import { startProcess, type ShopProcess } from "../../tests/processes/shop-process";

/** A fault of the shop with its weight. When it has happened, everything runs again. */
export interface Fault {
  name: string;
  weight: number;
  happen(random: () => number): Promise<void>;
}

/** One shop run by several processes, with its own stand-in for Stripe, which sends each webhook twice. */
export class TorturedShop {
  readonly fake: FakeStripe;
  readonly #place: Place;
  readonly #postgres: OwnPostgres | null;
  readonly #ahead: { seconds: number };
  readonly #processes: ShopProcess[] = [];
  #turn = 0;
  #messages = 0;
  #closed = false;
  #stopSending: () => void = () => undefined;

  private constructor(place: Place, fake: FakeStripe, ahead: { seconds: number }, postgres: OwnPostgres | null) {
    [this.#place, this.fake, this.#ahead, this.#postgres] = [place, fake, ahead, postgres];
  }

  static async open(place: Place, count: number, postgres: OwnPostgres | null): Promise<TorturedShop> {
    const ahead = { seconds: 0 };
    const now = () => new Date(Date.now() + ahead.seconds * 1000);
    const shop = new TorturedShop(place, await startFakeStripe({ now }), ahead, postgres);
    for (let n = 0; n < count; n += 1) await shop.#start(n);
    shop.#keepSending();
    return shop;
  }

  /** Returns the addresses of the processes in turn, as a balancer does. */
  address(): string {
    this.#turn += 1;
    return this.#processes[this.#turn % this.#processes.length]?.address ?? "";
  }

  /** The addresses of all processes. */
  get addresses(): string[] {
    return this.#processes.map(({ address }) => address);
  }

  /** Describes the webhooks that the shop has not accepted yet; null if there are none. */
  messagesLeft(): string | null {
    const remaining = this.fake.store.events.length * 2 - this.#messages;
    return remaining > 0 ? `${remaining} messages` : null;
  }

  /** The faults of each process. */
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

  /** The faults of the shared database. */
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

  /** Suspends a process for this long without its knowledge, like a machine that sleeps. */
  async asleep(n: number, milliseconds: number): Promise<void> {
    const sleeper = this.#processes[n];
    sleeper?.signal("SIGSTOP");
    await pause(milliseconds);
    sleeper?.signal("SIGCONT");
  }

  /** Sets the clock ahead. All processes are stopped meanwhile, as at a deployment. */
  async later(seconds: number): Promise<void> {
    await Promise.all(this.#processes.map((shopProcess) => shopProcess.stop()));
    this.#ahead.seconds += seconds;
    await Promise.all([...this.#processes.keys()].map((n) => this.#start(n)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSending();
    await Promise.all(this.#processes.map((shopProcess) => shopProcess.kill()));
    await this.fake.close();
    await this.#place.remove();
  }

  async #start(n: number): Promise<void> {
    const environment = {
      ...environmentOf(this.#place, this.fake),
      NODE_ENV: "development",
      WEBHOOKS_TO_LOCALHOST: "1",
    };
    this.#processes[n] = await startProcess(environment, this.#ahead.seconds, WAIT_MS, process.env["TORTURE_BUILD"]);
  }

  /** Sends each webhook twice, in any order, and repeats it until the shop accepts it: Stripe tries for days. */
  #keepSending(): void {
    const { store } = this.fake;
    let startedCount = 0;
    const send = async (event: (typeof store.events)[number]): Promise<void> => {
      await pause(Math.random() * 1000);
      // Signed again each time, because the shop refuses an old signature.
      const status = await sendTo(`${this.address()}/api/v1/stripe/webhook`)(sign(store, event, secretOf(event)));
      if (status === 200) this.#messages += 1;
      else if (!this.#closed) await send(event);
    };
    const timer = setInterval(() => {
      for (; startedCount < store.events.length; startedCount += 1)
        for (let times = 0; times < 2; times += 1)
          void send(store.events[startedCount] as (typeof store.events)[number]);
    }, 50);
    this.#stopSending = () => clearInterval(timer);
  }

  /** Holds the write lock of SQLite's file, as another program might. */
  async #lock(milliseconds: number): Promise<void> {
    const otherConnection = new SQLite(path.join(this.#place.folder, "fieldstall.db"), { timeout: WAIT_MS });
    otherConnection.exec("begin immediate");
    await pause(milliseconds);
    otherConnection.exec("rollback");
    otherConnection.close();
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
