import { expect, test } from "vitest";
import { payOut } from "~/features/payouts/jobs.server";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { ADDRESS, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const act = (world: World, token: string, orderId: string, action: string, body: object = {}) =>
  world.call("POST", `/product/order/merchant/${orderId}/${action}`, { token, body });
const takeBack = (world: World, token: string, orderId: string, step: string) =>
  act(world, token, orderId, "take-back", { step });

onBothDatabases("a step that was a mistake", (world) => {
  test("is taken back within the hour: what was sent waits again, and its buyer is told once that it does", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const way = { carrier: "Parcel Post", trackingNumber: "PP 77" };
    await act(world, orchard.token, orderId, "ship", way);
    world.clock.forward(59 * 60);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => takeBack(world, orchard.token, orderId, "shipped")),
    );
    expect(answers.map(({ status, body }) => [status, body.data.statusText, body.data.shippedAt])).toEqual(
      Array.from({ length: 4 }, () => [200, "Processing", null]),
    );
    // The tracking number stays for the next time.
    expect(answers[0]?.body.data).toMatchObject(way);
    const about = (mails: { subject: string }[], subject: string) =>
      mails.filter((mail) => mail.subject.includes(subject));
    const mails = await mailsSent(world, buyer.email);
    expect([about(mails, "on their way").length, about(mails, "not on its way yet").length]).toEqual([1, 1]);
    await act(world, orchard.token, orderId, "ship", way);
    expect(about(await mailsSent(world, buyer.email), "on their way")).toHaveLength(2);
  });

  test("of one that has arrived leaves it on its way and its order open", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    for (const { token } of [orchard, bakery])
      for (const step of ["ship", "deliver"]) await act(world, token, orderId, step);
    const order = async () => (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
    expect((await order()).isCompleted).toBe(true);
    expect((await takeBack(world, orchard.token, orderId, "shipped")).body.error[0].code).toBe("already_delivered");
    const answer = await takeBack(world, orchard.token, orderId, "delivered");
    expect(answer.body.data).toMatchObject({ statusText: "Shipped", deliveredAt: null });
    // A second call does not undo a second step.
    expect((await takeBack(world, orchard.token, orderId, "delivered")).body.data.statusText).toBe("Shipped");
    expect((await order()).isCompleted).toBe(false);
    await act(world, orchard.token, orderId, "deliver");
    expect((await order()).isCompleted).toBe(true);
  });

  test("is not taken back after an hour, nor where the buyer has it, nor once it was called off", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    const code = async (token: string, step: string) =>
      (await takeBack(world, token, orderId, step)).body.error?.[0].code;
    await act(world, orchard.token, orderId, "ship");
    const orderAnswer = await world.call("GET", `/product/order/merchant/${orderId}`, { token: orchard.token });
    expect(orderAnswer.body.data.takeBackUntil).toBe("2026-03-02T13:00:00.000Z");
    world.clock.forward(60 * 60);
    expect(await code(orchard.token, "shipped")).toBe("too_late");
    const { parts } = (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
    const ownPart = parts.find((part: { amount: number }) => part.amount === 8.4);
    await world.call("POST", `/product/order/${orderId}/parts/${ownPart._id}/received`, {
      token: buyer.token,
      body: {},
    });
    expect(await code(orchard.token, "delivered")).toBe("confirmed");
    await act(world, bakery.token, orderId, "cancel", { reason: "Burnt" });
    expect(await code(bakery.token, "shipped")).toBe("already_cancelled");
    expect((await takeBack(world, buyer.token, orderId, "delivered")).status).toBe(403);
    expect((await takeBack(world, orchard.token, orderId, "paid")).body.error[0].field).toBe("step");
  });

  test.each(["before", "after"])(
    "can be sent once more where its buyer left %s it was said to have arrived, and loses the address an hour later",
    async (when) => {
      const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
      const street = async () =>
        (await world.call("GET", `/product/order/merchant/${orderId}`, { token: orchard.token })).body.data.shipping
          .streetAddress;
      const arrive = async () => {
        for (const { token } of [orchard, bakery])
          for (const step of ["ship", "deliver"]) await act(world, token, orderId, step);
      };
      const leave = () => world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
      if (when === "before") await leave();
      await arrive();
      if (when === "after") await leave();
      await world.runner.drain(["sweep"]);
      for (const step of ["delivered", "shipped"])
        expect((await takeBack(world, orchard.token, orderId, step)).status).toBe(200);
      expect(await street()).toBe(ADDRESS.streetAddress);
      await arrive();
      world.clock.forward(60 * 60);
      await world.runner.drain(["sweep"]);
      expect(await street()).toBe("");
    },
  );

  test("takes its payout along, unless that is on its way", async () => {
    const { db } = world.services;
    const { orchard, orderId } = await anOrderOfTwo(world);
    for (const step of ["ship", "deliver"]) await act(world, orchard.token, orderId, step);
    const { _id: partId } = await db
      .selectFrom("orderParts")
      .select("_id")
      .where("merchantId", "=", orchard._id)
      .executeTakeFirstOrThrow();
    const at = world.clock.now().toISOString();
    const sums = { netCents: 0, feeCents: 0, amountCents: 0, givenBackCents: 0 };
    const payout = { _id: partId, partId, orderId, merchantId: orchard._id, ...sums, createdAt: at, dueAt: at };
    const begun = { accountId: null, providerId: null, doneAt: null, startedAt: at };
    await db
      .insertInto("payouts")
      .values({ ...payout, ...begun })
      .execute();
    expect((await takeBack(world, orchard.token, orderId, "delivered")).body.error[0].code).toBe("paid_out");
    await db.updateTable("payouts").set({ startedAt: null }).execute();
    expect((await takeBack(world, orchard.token, orderId, "delivered")).body.data.statusText).toBe("Shipped");
    expect(await db.selectFrom("payouts").select("_id").execute()).toEqual([]);
    // The job that was to send it finds nothing to do.
    await payOut.enqueue(db, world.services, { payoutId: partId });
    await world.runner.drain();
    expect(await db.selectFrom("jobs").select("lastError").where("kind", "=", "payout").execute()).toEqual([
      { lastError: "" },
    ]);
  });
});
