import { expect, test } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import type { StallDay } from "./day-schema";
import { aDay, DAY, readyMails } from "../../../tests/fixtures/stall-day";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a stall", (world) => {
  test("hands over by code, however it is said, and pays the merchant as any delivery does", async () => {
    const { orders, handOver, get } = await aDay(world, "09:00");
    const { id, code } = orders[0]!;
    const codeTyped = ` ${code
      .toLowerCase()
      .replaceAll("0", "o")
      .replaceAll("1", "i")
      .replace(/^(...)/, "$1 ")}`;
    expect((await handOver(codeTyped)).body.data).toMatchObject({ _id: id, statusText: "Delivered" });
    expect((await get(id)).deliveredAt).toBe("2026-03-02T12:00:01.000Z");
    // The buyer is not told that it is ready: they have it already.
    expect(await readyMails(world)).toEqual([]);
  });

  test("says what is wrong with a code", async () => {
    const { orders, handOver } = await aDay(world, "09:00", "10:00");
    const [first, second] = [orders[0]!, orders[1]!];
    const refusal = async (...args: Parameters<typeof handOver>) => {
      const { status, body } = await handOver(...args);
      return [status, body.error[0].code, body.error[0].message];
    };
    expect(await refusal("AAAAAA")).toEqual([404, "unknown_code", "No order of this stall has this code."]);
    expect(await refusal(first.code, "2026-03-14")).toEqual([
      409,
      "other_day",
      "This order is collected on Saturday 7 March.",
    ]);
    expect((await refusal(first.code, "2026-02-30")).slice(0, 2)).toEqual([404, "unknown_day"]);
    await handOver(first.code);
    expect(await refusal(first.code)).toEqual([
      409,
      "handed_over_already",
      "This was handed over already, on Monday 2 March, 12:00.",
    ]);
    const otherDay = await aDay(world, "09:00");
    expect((await refusal(otherDay.orders[0]!.code)).slice(0, 2)).toEqual([404, "unknown_code"]);
    expect((await handOver(second.code)).status).toBe(200);
  });

  test("a code that is sent again under its key is answered as it was, and two phones do not hand over twice", async () => {
    const { orders, handOver } = await aDay(world, "09:00", "09:00");
    const [first, second] = [orders[0]!, orders[1]!];
    const headers = { "Idempotency-Key": "handed-over-in-the-rain" };
    const answers = [await handOver(first.code, DAY, headers), await handOver(first.code, DAY, headers)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const handOvers = await Promise.all([handOver(second.code), handOver(second.code)]);
    expect(handOvers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a device without a line says later when it was handed over; a clock that cannot be right is not believed", async () => {
    const { orders, handOver, get } = await aDay(world, "09:00", "09:00", "09:00", "10:00");
    world.clock.forward(3600);
    const times = ["2026-03-02T13:00:00+01:00", "2026-03-02T23:00:00Z", "2026-02-02T12:00:00Z"];
    for (const [place, at] of times.entries())
      expect((await handOver(orders[place]!.code, DAY, {}, at)).status).toBe(200);
    const { times: ofDay } = (await get(`days/${DAY}`)) as StallDay;
    const moment = world.clock.now().toISOString();
    expect(ofDay[0]?.orders.map(({ handedOver }) => handedOver?.at)).toEqual([
      "2026-03-02T12:00:00.000Z",
      moment,
      moment,
    ]);
    await world.services.db.updateTable("tokens").set({ device: "Firefox on Android" }).execute();
    await handOver(orders[3]!.code);
    expect((await handOver(orders[3]!.code)).body.error[0].message).toBe(
      "This was handed over already, on Monday 2 March, 13:00, by Firefox on Android.",
    );
  });

  test("what was handed over by mistake is taken back, and handed over again", async () => {
    const { orders, handOver, get, token } = await aDay(world, "09:00");
    const { id, code } = orders[0]!;
    await handOver(code);
    await world.call("POST", `/product/order/merchant/${id}/take-back`, { token, body: { step: "delivered" } });
    expect(await get(id)).toMatchObject({ statusText: "Shipped", handedOver: null });
    expect((await handOver(code)).status).toBe(200);
  });

  test("goods that are not weighed yet are not handed over, and what is called off is not either", async () => {
    const { orders, handOver, token, bread } = await aDay(world, "09:00", "09:00");
    const cancel = `/product/order/merchant/${orders[0]?.id}/cancel`;
    await world.call("POST", cancel, { token, body: { reason: "Burnt." } });
    expect((await handOver(orders[0]!.code)).body.error).toMatchObject([{ code: "already_cancelled" }]);
    const weighed = { unitPriceCents: 2000, weightUnit: "kg" } as const;
    await world.services.db.updateTable("orderLines").set(weighed).where("productId", "=", bread._id).execute();
    expect((await handOver(orders[1]!.code)).body.error).toMatchObject([{ code: "not_weighed" }]);
  });
});

onBothDatabases(
  "codes that are guessed",
  (world) => {
    longOnPostgres(world, "of a hundred guesses sixty are answered, and right codes are not counted", async () => {
      const { orders, handOver } = await aDay(world, "09:00", "09:00");
      const statuses: number[] = [];
      for (let guess = 0; guess < 100; guess += 1)
        statuses.push((await handOver(`ZZ${String(guess).padStart(4, "0")}`)).status);
      expect([404, 429].map((status) => statuses.filter((code) => code === status).length)).toEqual([60, 40]);
      expect((await handOver(orders[0]!.code)).status).toBe(429);
    });
  },
  { limits: true },
);
