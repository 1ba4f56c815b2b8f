import { setSold } from "../../tests/fixtures/shop";
import { expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { expectBooksToAgree } from "../../tests/fixtures/money";
import { testConfig } from "../../tests/fixtures/world";
import { buyersOf } from "../../tests/processes/buyers";
import { comeToRest, mailsAbout } from "../../tests/processes/killed-shop";
import { ownPostgres } from "../../tests/processes/own-postgres";
import { filledOnce, type Kind } from "../../tests/processes/places";
import { everydayWork } from "./everyday-work";
import { randomFrom } from "./random";
import { pause, TorturedShop, type Fault } from "./tortured-shop";

/*
 * `npm run torture`: kills processes and makes databases fail at random moments while people buy, sign up, upload,
 * import, refund, recall and change products. After every round the books must agree: orders, payments, ledger, stock
 * and mails. Each piece of work must have been done once.
 */

const MINUTES = Number(process.env["TORTURE_MINUTES"]);
const KILLS = Number(process.env["TORTURE_KILLS"]);
const SEED = Number(process.env["TORTURE_SEED"]);
const ON = process.env["TORTURE_ON"];
const FAULTS_A_ROUND = 40;
const BUYERS = 6;
const PIECES = 1_000_000;
const AFTER_THE_HOLD = 31 * 60;
const SAY_EVERY_MS = 15_000;
/** A process lives for this many successful responses, or for this long. One in four dies as it takes over. */
const MOST_ANSWERS = 8;
const SERVES_MS = 5000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const inWords = (counts: Map<string, number>) => [...counts].map(([name, count]) => `${name} ${count}`).join(", ");

const inStatuses = (counts: Map<number, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status || "none"} ${count}`)
    .join(", ");

const databaseKinds: [Kind, number][] = [
  ["sqlite", 1],
  ["postgres", 2],
];
test.each(databaseKinds.filter(([kind]) => ON === "both" || ON === kind))(
  "nothing is lost and nothing is done twice, on %s with %i of its processes",
  async (kind, processes) => {
    const postgres = kind === "postgres" ? await ownPostgres() : null;
    const filled = await filledOnce(kind, postgres?.url);
    const place = await filled.copy();
    await setSold(place.database.db, { quantity: PIECES });
    const shop = await TorturedShop.open(place, processes, postgres);
    const services = buildServices(testConfig(place.folder, false), { database: place.database });
    const randoms = Array.from({ length: processes + 1 }, (_, n) => randomFrom(SEED + n));
    const until = Date.now() + MINUTES * 60_000;
    const happened = new Map<string, number>();
    let [purchases, rounds, faults, failed] = [0, 0, 0, false];
    const isOver = () => failed || Date.now() > until || (happened.get("kill") ?? 0) >= KILLS;
    const roundIsOver = () => isOver() || faults >= (rounds + 1) * FAULTS_A_ROUND;

    async function befall(faultsOfOne: Fault[], random: () => number, serve: (random: () => number) => Promise<void>) {
      const weightedFaults = faultsOfOne.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
      for (;;) {
        await serve(random);
        if (roundIsOver()) return;
        const { name, happen } = weightedFaults[Math.floor(random() * weightedFaults.length)] as Fault;
        await happen(random).catch((error: unknown) => {
          failed = true;
          throw error;
        });
        happened.set(name, (happened.get(name) ?? 0) + 1);
        faults += 1;
      }
    }

    try {
      while (!isOver()) {
        const buyers = await buyersOf(
          { services, fake: shop.fake, product: place.product, address: () => shop.address(), triesAKey: 20 },
          BUYERS,
        );
        const work = await everydayWork({ services, fake: shop.fake, place, address: () => shop.address() });
        const reporting = setInterval(
          () => say(`${kind}: ${inWords(happened)}; ${purchases + buyers.bought()} bought`),
          SAY_EVERY_MS,
        );
        const serve = async (random: () => number) => {
          const from = buyers.answered();
          const enough = from + (random() < 1 / 4 ? 0 : Math.ceil(random() * MOST_ANSWERS));
          for (const since = Date.now(); buyers.answered() < enough && Date.now() - since < SERVES_MS;) await pause(5);
          await pause(random() * 50);
        };
        const ends = await Promise.allSettled([
          ...shop.faultsOfProcesses.map((faultsOfProcess, n) => befall(faultsOfProcess, randoms[n]!, serve)),
          befall(shop.faultsOfDatabase, randoms[processes]!, (random) => pause(15_000 + random() * 45_000)),
        ]);
        clearInterval(reporting);
        for (const end of ends) if (end.status === "rejected") throw end.reason;
        await Promise.all([buyers.leave(), work.leave()]);
        purchases += buyers.bought() + work.orders();
        // Unfinished orders are settled after their hold has ended.
        await shop.later(AFTER_THE_HOLD);
        await comeToRest(place, () => shop.messagesLeft());
        await expectBooksToAgree({ services: place.database }, shop.fake, { product: place.product, had: PIECES });
        await work.expectOnce();
        await work.close();
        const paid = await place.database.db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
        expect(paid).toHaveLength(purchases);
        expect(mailsAbout(place, /^Order #\d+ is paid$/)).toBe(purchases);
        rounds += 1;
        say(`${kind}: round ${rounds}, books agree; ${purchases} bought; answers ${inStatuses(buyers.answers)}`);
        say(`${kind}: done once each: ${inWords(work.done)}`);
        for (const [name, { calls, tries, replayed, statuses }] of work.answers)
          say(
            `${kind}: ${name}: ${calls} calls, ${tries} tries, ${replayed} replayed; answers ${inStatuses(statuses)}`,
          );
      }
    } finally {
      // The earlier error must be reported, not that a stopped Postgres cannot drop a database.
      for (const end of [() => shop.close(), () => filled.remove(), async () => postgres?.remove()])
        await end().catch((error: unknown) => say(`${kind}: ${String(error)}`));
    }
    say(`${kind}: seed ${SEED}, ${purchases} bought, lost 0, doubled 0; ${inWords(happened)}`);
    expect(purchases).toBeGreaterThan(0);
  },
  MINUTES * 60_000 + 900_000,
);
