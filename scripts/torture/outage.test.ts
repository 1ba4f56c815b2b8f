import { setSold } from "../../tests/fixtures/shop";
import { expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { WAIT_MS } from "../gate/patience.mjs";
import { expectBooksToAgree } from "../../tests/fixtures/money";
import { testConfig } from "../../tests/fixtures/world";
import { buyersOf } from "../../tests/processes/buyers";
import { comeToRest, mailsAbout } from "../../tests/processes/killed-shop";
import { ownPostgres } from "../../tests/processes/own-postgres";
import { filledOnce } from "../../tests/processes/places";
import { pause, TorturedShop } from "./tortured-shop";

/*
 * `npm run torture -- --part outage`: two processes serve visitors and buyers while Postgres is away for a minute. Then
 * one process is killed, one is replaced as at a deployment, and one sleeps for a minute. What responses did people
 * get, how long did it take until all was right again, and do the books agree?
 */

const AWAY_MS = 60_000;
const BEFORE_MS = 5000;
/** Shorter than the shortest outage, so that a request that waits for the end of an outage counts as not answered. */
const NO_ANSWER_MS = 50_000;
const ASLEEP_MS = 65_000;
const [VISITORS, BUYERS, PIECES] = [8, 6, 1_000_000];
const BETWEEN_PAGES_MS = 50;
const AFTER_THE_HOLD = 31 * 60;
/** A response that is never cached: the stock of each product. */
const READS = "/api/v1/product/general";

const say = (line: string) => process.stdout.write(`${line}\n`);

type Answer = "shown" | "told to come again" | "by the other process" | "wrong" | "no answer";

/** Visitors who go from page to page; one page in five is new. Like a balancer, they retry at the other process. */
function visitorsOf(shop: TorturedShop, product: string) {
  const pages = ["/", "/products", `/products/${product}`, "/about"];
  const answers = new Map<Answer, number>();
  let open = true;
  const ask = (address: string): Promise<Answer> =>
    fetch(address, { signal: AbortSignal.timeout(NO_ANSWER_MS) }).then(
      async (answer): Promise<Answer> => {
        const html = await answer.text();
        if (answer.status === 200) return html.includes("</html>") ? "shown" : "wrong";
        return answer.status === 503 && answer.headers.has("Retry-After") ? "told to come again" : "wrong";
      },
      (): Answer => "no answer",
    );
  const all = Promise.all(
    Array.from({ length: VISITORS }, async (_, n) => {
      for (let round = n; open; round += 1) {
        const page = round % 5 === 4 ? `/products?q=honey+${n}x${round}` : (pages[round % 5] as string);
        const first = shop.address();
        let answer = await ask(first + page);
        if (answer === "no answer") {
          const second = await ask(shop.addresses.find((address) => address !== first) + page);
          answer = second === "shown" ? "by the other process" : second;
        }
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        await pause(BETWEEN_PAGES_MS);
      }
    }),
  );
  return {
    /** Returns the requests by outcome since the last call. */
    answered(): Record<string, number> {
      const counts = Object.fromEntries(answers);
      answers.clear();
      return counts;
    },
    async leave() {
      open = false;
      await all;
    },
  };
}

test("nothing is lost and nothing is done twice, and whoever can be served is", async () => {
  const postgres = await ownPostgres();
  const filled = await filledOnce("postgres", postgres.url);
  const place = await filled.copy();
  await setSold(place.database.db, { quantity: PIECES });
  const shop = await TorturedShop.open(place, 2, postgres);
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const visitors = visitorsOf(shop, place.product);
  const buyers = await buyersOf(
    { services, fake: shop.fake, product: place.product, address: () => shop.address(), triesAKey: Infinity },
    BUYERS,
  );
  const inWords = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  const isRight = async () => {
    const answers = await Promise.all(shop.addresses.map((address) => fetch(address + READS).catch(() => null)));
    return answers.every((answer) => answer?.status === 200);
  };
  /** Milliseconds until both processes answer from the database, and until the next purchase. */
  async function untilRight(): Promise<string> {
    const [from, had] = [performance.now(), buyers.bought()];
    const timeUntil = async (reached: () => Promise<boolean> | boolean) => {
      while (!(await reached())) {
        if (performance.now() - from > WAIT_MS) throw new Error("It was not right again.");
        await pause(20);
      }
      return Math.round(performance.now() - from);
    };
    return `both read again after ${await timeUntil(isRight)} ms, the next purchase after ${await timeUntil(() => buyers.bought() > had)} ms`;
  }
  async function phase(name: string, happen: () => Promise<string>): Promise<Record<string, number>> {
    const had = buyers.bought();
    const note = await happen();
    const answerCounts = visitors.answered();
    say(`${name}: visitors ${inWords(answerCounts)}; ${buyers.bought() - had} bought${note && `; ${note}`}`);
    return answerCounts;
  }
  const fault = (n: number, name: string) =>
    shop.faultsOfProcesses[n]?.find((candidate) => candidate.name === name)?.happen;

  try {
    await phase("before", async () => (await pause(BEFORE_MS), ""));
    const outageAnswers = await phase("Postgres away for 60 s", async () => {
      await postgres.stop();
      await pause(AWAY_MS);
      return "";
    });
    expect([outageAnswers["wrong"], outageAnswers["no answer"]]).toEqual([undefined, undefined]);
    expect(outageAnswers["shown"]).toBeGreaterThan(outageAnswers["told to come again"] ?? 0);
    await phase("it comes back", async () => {
      await postgres.start();
      return untilRight();
    });
    for (const [name, action] of [
      ["one of two is killed and started again", "kill"],
      ["one of two is stopped as at a deployment, and another started", "stop"],
    ] as const) {
      const restartAnswers = await phase(name, async () => {
        const from = performance.now();
        await fault(0, action)?.(Math.random);
        return `its successor serves after ${Math.round(performance.now() - from)} ms; ${await untilRight()}`;
      });
      expect([restartAnswers["wrong"], restartAnswers["no answer"]]).toEqual([undefined, undefined]);
    }
    // Longer than the leases of its jobs and of its buyers' keys.
    const asleep = await phase("one of two sleeps for 65 s", async () => {
      await shop.asleep(0, ASLEEP_MS);
      return untilRight();
    });
    expect([asleep["wrong"], asleep["no answer"]]).toEqual([undefined, undefined]);
    await visitors.leave();
    await buyers.leave();
    await shop.later(AFTER_THE_HOLD);
    await comeToRest(place, () => shop.messagesLeft());
    await expectBooksToAgree({ services: place.database }, shop.fake, { product: place.product, had: PIECES });
    const paid = await place.database.db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
    expect(paid).toHaveLength(buyers.bought());
    expect(mailsAbout(place, /^Order #\d+ is paid$/)).toBe(buyers.bought());
    const calls = [...buyers.answers].toSorted().map(([status, count]) => `${status || "none"} ${count}`);
    say(`${buyers.bought()} bought, lost 0, doubled 0; calls of buyers ${calls.join(", ")}`);
  } finally {
    for (const end of [() => shop.close(), () => filled.remove(), () => postgres.remove()])
      await end().catch((error: unknown) => say(String(error)));
  }
});
