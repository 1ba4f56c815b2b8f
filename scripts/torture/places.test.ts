import pLimit from "p-limit";
import { expect, test } from "vitest";
import { dayIn, plusDays } from "~/platform/time-zone";
import { buildServices } from "~/platform/services.server";
import { confirm } from "../../tests/fakes/stripe/payment-intents";
import { expectBooksToAgree } from "../../tests/fixtures/money";
import { ADDRESS, aUser } from "../../tests/fixtures/shop";
import { testConfig } from "../../tests/fixtures/world";
import { comeToRest } from "../../tests/processes/killed-shop";
import { filledOnce, type Kind } from "../../tests/processes/places";
import { patientCalls } from "./patient-calls";
import { pause, TorturedShop } from "./tortured-shop";

/*
 * `npm run torture -- --part places`: a thousand buyers want twenty places of a collection, over HTTP and, on Postgres,
 * from two processes that are killed meanwhile. Then two hundred buyers order in the last second before a cut-off, and
 * two hundred in the first second after it.
 */

const ON = process.env["TORTURE_ON"];
const [BUYERS, PLACES, TRIES] = [1000, 20, 200];
/** Buyers who act at the same moment. A process accepts 256 connections from one address. */
const AT_ONCE = 200;
/** A process is killed after this many responses. */
const ANSWERS_A_KILL = 120;
const INITIALIZE = "/product/payment/initialize";
const MINUTE = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const databaseKinds: [Kind, number][] = [
  ["sqlite", 1],
  ["postgres", 2],
];
const places = databaseKinds.filter(([kind]) => ON === "both" || ON === kind);

async function openPlace(kind: Kind, processes: number, pieces: number) {
  const filled = await filledOnce(kind);
  const place = await filled.copy();
  await place.database.db.updateTable("variants").set({ quantity: pieces }).execute();
  await place.database.db.updateTable("products").set({ quantity: pieces }).execute();
  const shop = await TorturedShop.open(place, processes, null);
  const calls = patientCalls(() => shop.address());
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const newBuyers = async (count: number) => {
    const tokens: string[] = [];
    for (let n = 0; n < count; n += 1) tokens.push((await aUser({ services })).token);
    return tokens;
  };
  const close = async () => {
    for (const end of [() => shop.close(), () => filled.remove()])
      await end().catch((error: unknown) => say(`${kind}: ${String(error)}`));
  };
  const token = place.merchant.token;
  const addWay = async (times: object[]): Promise<string> => {
    const way = { kind: "collection", name: "Town Hall Market", address: "1 Market Square", times };
    const { data } = await calls.insist({
      kind: "way",
      method: "POST",
      path: "/merchant/ways",
      token,
      body: () => way,
    });
    return data._id as string;
  };
  const orderFor = (method: string, day: string, from: string) => ({
    carts: [{ product: place.product, quantity: 1 }],
    billing: ADDRESS,
    ways: [{ merchant: place.merchant._id, method, day, from }],
  });
  return { place, shop, ...calls, newBuyers, close, addWay, orderFor };
}

test.each(places)(
  "twenty of a thousand buyers get the twenty places, on %s with %i of its processes, killed meanwhile",
  async (kind, processes) => {
    const { place, shop, insist, newBuyers, close, addWay, orderFor } = await openPlace(kind, processes, BUYERS);
    const { db } = place.database;
    try {
      const day = plusDays(dayIn("UTC", new Date()), 7);
      const time = { day, from: "09:00", to: "12:00", cutOff: { hoursBefore: 24 }, capacity: PLACES };
      const order = orderFor(await addWay([time]), day, "09:00");
      let [answerCount, kills, isOpen] = [0, 0, true];
      const killing = (async () => {
        for (let turn = 0; isOpen; await pause(20)) {
          if (answerCount < (kills + 1) * ANSWERS_A_KILL) continue;
          await shop.faultsOfProcesses[turn++ % processes]?.find(({ name }) => name === "kill")?.happen(Math.random);
          kills += 1;
        }
      })();
      const limit = pLimit(AT_ONCE);
      const tokens = await newBuyers(BUYERS);
      const outcomes = await Promise.all(
        tokens.map((token) =>
          limit(async () => {
            const call = { kind: "checkout", method: "POST" as const, path: INITIALIZE, token, body: () => order };
            const orderId = await insist(call).then(
              ({ payment }) => payment.orderId as string,
              (error: unknown) => {
                if (/"slot_full"/.test(String(error))) return null;
                throw error;
              },
            );
            answerCount += 1;
            return { token, orderId };
          }),
        ),
      );
      isOpen = false;
      await killing;
      const holders = outcomes.flatMap(({ token, orderId }) => (orderId === null ? [] : [{ token, orderId }]));
      expect(holders).toHaveLength(PLACES);
      for (const { token, orderId } of holders) {
        const intent = [...shop.fake.store.intents.values()].find(
          ({ metadata, status }) => metadata["orderId"] === orderId && status === "requires_payment_method",
        );
        if (!intent) throw new Error(`Nothing is to be paid for ${orderId}.`);
        confirm(shop.fake.store, intent, "pm_card_visa");
        const body = () => ({ stripeId: intent.id });
        await insist({ kind: "payment", method: "POST", path: "/product/payment/finalize", token, body });
      }
      await comeToRest(place, () => shop.messagesLeft());
      await expectBooksToAgree({ services: place.database }, shop.fake, { product: place.product, had: BUYERS });
      const paid = await db.selectFrom("orders").select("_id").where("status", "=", "paid").execute();
      const heldParts = await db.selectFrom("partDeliveries").select("orderId").where("holdsPlace", "=", 1).execute();
      const slots = await db.selectFrom("slotOrders").select("orders").execute();
      const orderIds = holders.map(({ orderId }) => orderId).toSorted();
      expect(paid.map(({ _id }) => _id).toSorted()).toEqual(orderIds);
      expect(heldParts.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds);
      expect(slots).toEqual([{ orders: PLACES }]);
      say(`${kind}: ${BUYERS} buyers, ${paid.length} of ${PLACES} places sold, ${kills} kills, lost 0, doubled 0`);
    } finally {
      await close();
    }
  },
  1_800_000,
);

test.each(places)(
  "an order before the cut-off is taken and one after it is not, on %s with %i of its processes",
  async (kind, processes) => {
    const { place, shop, newBuyers, close, addWay, orderFor } = await openPlace(kind, processes, 10 * TRIES);
    try {
      const tokens = await newBuyers(2 * TRIES);
      // Cut-offs are on whole minutes. This one leaves time to prepare the buyers.
      const cutOff = Math.ceil((Date.now() + 20_000) / MINUTE) * MINUTE;
      const at = new Date(cutOff).toISOString();
      const day = plusDays(at.slice(0, 10), 1);
      const time = { day, from: at.slice(11, 16), to: "23:59", cutOff: { hoursBefore: 24 }, capacity: null };
      const order = JSON.stringify(orderFor(await addWay([time]), day, time.from));
      await pause(cutOff - 1000 - Date.now());
      const answers = await Promise.all(
        tokens.map(async (token, index) => {
          await pause(cutOff + (index - TRIES) * (1000 / TRIES) - Date.now());
          const sentAt = Date.now();
          const response = await fetch(`${shop.address()}/api/v1${INITIALIZE}`, {
            method: "POST",
            headers: { Authorization: token, "Content-Type": "application/json" },
            body: order,
          });
          const text = await response.text();
          const code = response.status === 200 ? "held" : (/"code":"(\w+)"/.exec(text)?.[1] ?? text);
          return { sentAt, answeredAt: Date.parse(response.headers.get("Date") ?? ""), code };
        }),
      );
      const [heldAnswers, refusedAnswers] = [
        answers.filter(({ code }) => code === "held"),
        answers.filter(({ code }) => code === "past_cut_off"),
      ];
      expect(answers.filter((answer) => ![...heldAnswers, ...refusedAnswers].includes(answer))).toEqual([]);
      // No late order was accepted, and no order was refused before the cut-off.
      expect(heldAnswers.filter(({ sentAt }) => sentAt >= cutOff)).toEqual([]);
      expect(refusedAnswers.filter(({ answeredAt }) => answeredAt < cutOff)).toEqual([]);
      const storedSlots = await place.database.db.selectFrom("slotOrders").select("orders").execute();
      expect(storedSlots).toEqual([{ orders: heldAnswers.length }]);
      const lateCount = answers.filter(({ sentAt }) => sentAt >= cutOff).length;
      say(
        `${kind}: ${answers.length - lateCount} tries before the cut-off and ${lateCount} after it, ${heldAnswers.length} held`,
      );
    } finally {
      await close();
    }
  },
  600_000,
);
