import { expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { expectBooksToAgree } from "../../tests/fixtures/money";
import { testConfig } from "../../tests/fixtures/world";
import { buyersOf } from "../../tests/processes/buyers";
import { comeToRest, mailsAbout } from "../../tests/processes/killed-shop";
import { ownPostgres } from "../../tests/processes/own-postgres";
import { filledOnce, type Kind } from "../../tests/processes/places";
import { buildOnce } from "../../tests/processes/shop-process";
import { pause, TorturedShop } from "./tortured-shop";

/*
 * `npm run torture`: processes are killed and databases fail at random moments while people buy. After every round
 * the books must agree: orders, payments, ledger, stock and mails.
 */

const MINUTES = Number(process.env["TORTURE_MINUTES"] ?? 2);
const SEED = Number(process.env["TORTURE_SEED"] ?? 1);
const FAULTS_A_ROUND = 20;
const BUYERS = 6;
const PIECES = 1_000_000;
const AFTER_THE_HOLD = 31 * 60;

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

test.each([
  ["sqlite", 1],
  ["postgres", 2],
] as [Kind, number][])(
  "nothing is lost and nothing is done twice, on %s with %i of its processes",
  async (kind, processes) => {
    buildOnce();
    const random = randomFrom(SEED);
    const postgres = kind === "postgres" ? await ownPostgres() : null;
    const filled = await filledOnce(kind, postgres?.url);
    const place = await filled.copy();
    await place.database.db.updateTable("products").set({ quantity: PIECES }).execute();
    const shop = await TorturedShop.open(place, processes, postgres);
    const services = buildServices(testConfig(place.folder, false), { database: place.database });
    const until = Date.now() + (MINUTES * 60_000) / 2;
    const happened = new Map<string, number>();
    let [bought, rounds] = [0, 0];
    try {
      while (Date.now() < until) {
        const buyers = await buyersOf(
          { services, fake: shop.fake, product: place.product, address: () => shop.address(), triesAKey: 20 },
          BUYERS,
        );
        for (let n = 0; n < FAULTS_A_ROUND && Date.now() < until; n += 1) {
          await pause(200 + random() * 1500);
          const names = Object.keys(shop.faults);
          const name = names[Math.floor(random() * names.length)] as string;
          const from = performance.now();
          await shop.faults[name]?.(random);
          happened.set(name, (happened.get(name) ?? 0) + 1);
          say(
            `${kind}: ${name}, all running again after ${Math.round(performance.now() - from)} ms; ${bought + buyers.bought()} bought`,
          );
        }
        await buyers.leave();
        bought += buyers.bought();
        // What was left half way is looked at when its time has come.
        await shop.later(AFTER_THE_HOLD);
        await comeToRest(place, () => null);
        await expectBooksToAgree({ services: place.database }, shop.fake, { product: place.product, had: PIECES });
        const paid = await place.database.db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
        expect(paid).toHaveLength(bought);
        expect(mailsAbout(place, /^Order #\d+ is paid$/)).toBe(bought);
        rounds += 1;
        const answered = [...buyers.answers].toSorted().map(([status, count]) => `${status || "none"} ${count}`);
        say(`${kind}: round ${rounds}, books agree; ${bought} bought; answers ${answered.join(", ")}`);
      }
    } finally {
      await shop.close();
      await filled.remove();
      await postgres?.remove();
    }
    const all = [...happened].map(([name, count]) => `${name} ${count}`).join(", ");
    say(`${kind}: seed ${SEED}, ${bought} bought, lost 0, doubled 0; ${all}`);
    expect(bought).toBeGreaterThan(0);
  },
  MINUTES * 60_000 + 600_000,
);
