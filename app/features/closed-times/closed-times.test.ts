import { expect, test } from "vitest";
import {
  aStormyStall,
  closedId,
  codeOf,
  moneyBack,
  lookAfter,
  placesTaken,
  SATURDAY,
  SUNDAY,
} from "../../../tests/fixtures/storm";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { goOn } from "./go-on.server";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const DAY = 24 * 3600;
const offered = async (world: World, stall: Awaited<ReturnType<typeof aStormyStall>>, day: string) => {
  const carts = [{ product: stall.bread._id, quantity: 1 }];
  const { body } = await world.call("POST", "/product/delivery/options", { body: { carts } });
  return (body.data[0].options[0].slots as { day: string; from: string }[])
    .filter((slot) => slot.day === day)
    .map(({ from }) => from);
};

onBothDatabases("a time that its merchant closes", (world) => {
  test("is told before with its orders, its money and the times that have places for all", async () => {
    const stall = await aStormyStall(world);
    for (const _ of [1, 2, 3]) await stall.order();
    await stall.begin();
    const choices = await stall.choices();
    expect(choices).toMatchObject({ orders: 3, amount: 37.8, unpaid: 0, ready: 0, closedTime: null, marketDay: false });
    const fits = (choices.times as { day: string; from: string; placesLeft: number; fits: boolean }[])
      .filter(({ day }) => day === SATURDAY || day === SUNDAY)
      .map((time) => `${time.day.slice(8)} ${time.from}: ${time.placesLeft} ${time.fits ? "fit" : "too few"}`);
    expect(fits).toEqual(["07 14:00: 2 too few", "08 09:00: 200 fit"]);
    const tooFew = await stall.close({ time: `${SATURDAY}T14:00` });
    expect([codeOf(tooFew), tooFew.body.error[0].message]).toEqual([
      "too_few_places",
      "That time has 2 places left, and 3 are needed.",
    ]);
    expect(codeOf(await stall.close({ time: `${SATURDAY}T09:00` }))).toBe("same_time");
    expect(codeOf(await stall.close({ time: `${SUNDAY}T10:00` }))).toBe("way_closed");
    expect(codeOf(await stall.close({ orders: 2 }))).toBe("orders_changed");
    expect(codeOf(await stall.close({ amount: 37.79 }))).toBe("orders_changed");
    expect(codeOf(await stall.close({ from: "14:00" }))).toBe("nobody_ordered");
    expect(await placesTaken(world)).toEqual(["07 09:00: 4"]);
    expect(await offered(world, stall, SATURDAY)).toEqual(["09:00", "14:00"]);
  });

  test("moves all of its orders, tells each buyer once, and is offered no more; closed twice it is closed once", async () => {
    const stall = await aStormyStall(world);
    const orders = [await stall.order(), await stall.order()];
    const headers = { "Idempotency-Key": "storm-is-here" };
    const closed = await stall.close({}, headers);
    const again = await stall.close({}, headers);
    expect([codeOf(closed), again.body.data._id]).toEqual(["done", closed.body.data._id]);
    expect(codeOf(await stall.close())).toBe("time_closed_already");
    expect(await offered(world, stall, SATURDAY)).toEqual(["14:00"]);
    expect(await placesTaken(world)).toEqual(["07 09:00: 2", "08 09:00: 2"]);
    await world.runner.drain();
    await goOn.handle({ closedTimeId: closed.body.data._id }, world.services, "");
    await lookAfter(world);
    for (const { letters, part, code } of orders) {
      expect((await letters()).map(({ subject }) => subject.replace(/#\d+/, "#"))).toEqual([
        "Order #: moved to Sunday 8 March, 9 to 12",
      ]);
      expect((await part()).delivery).toMatchObject({ day: SUNDAY, from: "09:00", to: "12:00", code, changes: 1 });
    }
    expect(await placesTaken(world)).toEqual(["08 09:00: 2"]);
    expect(await stall.progress(closed.body.data._id)).toMatchObject({ total: 2, waiting: 0, told: 2, failed: [] });
    expect(await moneyBack(world)).toEqual([]);
  });

  test("tells a buyer of several orders, some of them added to the first, by one letter with a link for each", async () => {
    const stall = await aStormyStall(world);
    const first = await stall.order();
    const addition = await stall.order(SATURDAY, 1, first, true);
    const further = await stall.order(SATURDAY, 1, first);
    const strangersOrder = await stall.order();
    const closedTimeId = await closedId(stall.close());
    const goOnNow = () => goOn.handle({ closedTimeId }, world.services, "");
    await Promise.all([goOnNow(), goOnNow()]);
    await lookAfter(world);
    const [letter, ...otherLetters] = await first.letters();
    expect([letter?.subject.replaceAll(/#\d+/g, "#"), otherLetters]).toEqual([
      "Orders #, #, #: moved to Sunday 8 March, 9 to 12",
      [],
    ]);
    expect(await strangersOrder.letters()).toHaveLength(1);
    const links = [...(letter?.text ?? "").matchAll(/\/moved\/(\S+)/g)].map(([, word = ""]) => word);
    expect(new Set(links).size).toBe(3);
    for (const { part } of [first, addition, further]) expect((await part()).delivery).toMatchObject({ day: SUNDAY });

    const itemIds = await Promise.all(links.map(async (word) => (await stall.open(word)).body.data.itemId));
    const numberOf = async ({ orderId }: typeof first) =>
      (
        await world.services.db
          .selectFrom("orders")
          .select("itemId")
          .where("_id", "=", orderId)
          .executeTakeFirstOrThrow()
      ).itemId;
    const addedWord = links[itemIds.indexOf(await numberOf(addition))] ?? "";
    expect(codeOf(await stall.answer(addedWord, "money_back"))).toBe("done");
    expect([(await addition.part()).statusText, (await first.part()).statusText]).toEqual(["Cancelled", "Processing"]);
    await world.runner.drain();
    expect(await moneyBack(world)).toEqual([555]);
  });

  test("calls several orders of a buyer off by one letter with what goes back of each", async () => {
    const stall = await aStormyStall(world);
    const first = await stall.order();
    await stall.order(SATURDAY, 1, first, true);
    await stall.close({ next: "money_back" });
    await lookAfter(world);
    const letters = await first.letters();
    expect(letters.map(({ subject }) => subject.replaceAll(/#\d+/g, "#"))).toEqual(["Orders #, #: called off"]);
    expect(letters[0]?.text).toMatch(/Order #\d+: You get \$12\.60 back .* Order #\d+: You get \$5\.55 back /);
  });

  test("from two tabs at once is closed once", async () => {
    const stall = await aStormyStall(world);
    const { letters } = await stall.order();
    const both = await Promise.all([stall.close(), stall.close()]);
    expect(both.map(codeOf).sort()).toEqual(["done", "time_closed_already"]);
    await lookAfter(world);
    expect(await letters()).toHaveLength(1);
  });

  test("is gone through by several processes at once, and each buyer is told once", async () => {
    const stall = await aStormyStall(world);
    const orders: Awaited<ReturnType<typeof stall.order>>[] = [];
    for (const _ of [1, 2, 3, 4, 5, 6]) orders.push(await stall.order());
    const closedTimeId = (await stall.close()).body.data._id as string;
    const goOnNow = () => goOn.handle({ closedTimeId }, world.services, "");
    await Promise.all([goOnNow(), goOnNow(), goOnNow()]);
    for (const { letters } of orders) expect(await letters()).toHaveLength(1);
    expect(await placesTaken(world)).toEqual(["08 09:00: 6"]);
  });

  test("is not closed once it is over, and an order that something is in the way of gives its place back", async () => {
    const stall = await aStormyStall(world);
    const [broken, other] = [await stall.order(), await stall.order()];
    const closedTimeId = (await stall.close()).body.data._id as string;
    await world.services.db
      .updateTable("orders")
      .set({ status: "refused" })
      .where("_id", "=", broken.orderId)
      .execute();
    await lookAfter(world);
    const { failed, told } = await stall.progress(closedTimeId);
    expect([failed.map(({ order }: { order: { _id: string } }) => order._id), told]).toEqual([[broken.orderId], 1]);
    expect(await placesTaken(world)).toEqual(["07 09:00: 1", "08 09:00: 1"]);
    expect((await other.letters()).length).toBe(1);
    world.clock.forward(6 * DAY);
    expect(codeOf(await stall.close({ day: SUNDAY, time: "2026-03-14T09:00", orders: 1, amount: 12.6 }))).toBe(
      "time_over",
    );
  });
});
