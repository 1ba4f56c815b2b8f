import { expect, test } from "vitest";
import { endDispute } from "../../../tests/fakes/stripe/disputes";
import { subjectsOf, withDisputes } from "../../../tests/fixtures/disputes";
import { mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const WON = ["The dispute about order # is won"];
const LOST = ["The dispute about order # is lost"];
const BOTH = (second: string[]) => ["Order # is disputed", ...second];

onBothDatabases("a payment that its payer's bank asks back", (world) => {
  const { shop, aPaidOne, work, owed, waiting, refunds } = withDisputes(world);

  test("is marked for the operators while it is open, and free again when it is won", async () => {
    const { operator, dispute, seen, listed, payment } = await aPaidOne();
    const id = dispute();
    expect((await payment()).differences).toEqual(["disputed_there"]);
    await work();
    expect([await listed(), (await seen()).disputes]).toEqual([
      "open",
      [
        {
          _id: id,
          amount: 10,
          reason: "product_not_received",
          status: "open",
          createdAt: expect.any(String),
          endedAt: null,
        },
      ],
    ]);
    expect(await payment()).toMatchObject({ dispute: "open", differences: [] });
    endDispute(shop.fake.store, id, "won");
    await work();
    expect([await listed(), (await seen()).disputes]).toEqual([
      null,
      [expect.objectContaining({ status: "won", endedAt: expect.any(String) })],
    ]);
    expect(await payment()).toMatchObject({ dispute: "won", differences: [] });
    expect([subjectsOf(await mailsSent(world, operator.email)), await owed(), await refunds()]).toEqual([
      BOTH(WON),
      1000,
      [],
    ]);
  });

  test("and gets it: the books follow once, unsent goods are for sale again, and no mail promises the buyer anything", async () => {
    const { buyer, merchant, operator, jars, dispute, seen, payment } = await aPaidOne();
    const id = dispute();
    await work();
    endDispute(shop.fake.store, id, "lost");
    await work((events) => [...events, ...events]);
    endDispute(shop.fake.store, id, "lost");
    await work();
    expect([await refunds(), await owed(), await stockOf(world, jars._id), await waiting()]).toEqual([
      [{ amountCents: 1000, origin: "dispute" }],
      0,
      10,
      [],
    ]);
    expect(shop.fake.store.refunds.size).toBe(0);
    expect(await seen()).toMatchObject({
      refunded: 10,
      parts: [{ statusText: "Refunded", refunded: 10 }],
      refunds: [
        {
          amount: 10,
          origin: "dispute",
          reason: "The bank of the card's holder has taken this payment back.",
          failed: null,
        },
      ],
    });
    expect(await payment()).toMatchObject({ refunded: 0, dispute: "lost", differences: [] });
    const token = merchant.token;
    const { docs } = (await world.call("GET", "/product/payment/merchant/statements", { token })).body.data;
    expect(docs[0]).toMatchObject({ sales: 10, refunds: 0, disputes: -10, closing: 0 });
    const mails = await mailsSent(world);
    expect(mails.filter((mail) => mail.to === buyer.email)).toEqual([]);
    expect(subjectsOf(mails.filter((mail) => mail.to === operator.email))).toEqual(BOTH(LOST));
    const [mailToMerchant, ...otherMails] = mails.filter((mail) => mail.to === merchant.email);
    expect([mailToMerchant?.subject.replace(/\d+/, ""), mailToMerchant?.text, otherMails]).toEqual([
      "Order # was lost in a dispute",
      expect.stringMatching(/the buyer's bank has taken \$10\.00[^]*do not send it/),
      [],
    ]);
  });

  test("and gets it after the goods were sent: they do not come back into stock", async () => {
    const { merchant, jars, orderId, dispute } = await aPaidOne();
    await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: merchant.token, body: {} });
    endDispute(shop.fake.store, dispute(), "lost");
    await work();
    expect([await stockOf(world, jars._id), await owed()]).toEqual([6, 0]);
  });

  test("and of which a refund had gone back already: the rest of the books follows", async () => {
    const { dispute, refund } = await aPaidOne();
    await refund(1);
    await work();
    endDispute(shop.fake.store, dispute({ amount: 750 }), "lost");
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([
      [
        { amountCents: 250, origin: "shop" },
        { amountCents: 750, origin: "dispute" },
      ],
      0,
      [],
    ]);
  });

  test("and gets it while a refund of ours could not be made: that is the refund, and nobody need try it again", async () => {
    const { buyer, dispute, refund } = await aPaidOne();
    const id = dispute();
    await refund(2);
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    expect(await waiting()).toEqual([{ kind: "refund", lastError: expect.stringContaining("charged back") }]);
    endDispute(shop.fake.store, id, "lost");
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([
      [
        { amountCents: 500, origin: "dispute" },
        { amountCents: 500, origin: "dispute" },
      ],
      0,
      [],
    ]);
    expect(subjectsOf(await mailsSent(world, buyer.email))).toEqual([]);
  });

  test("and does not get it: a refund that was refused meanwhile goes through when it is tried again, the same day", async () => {
    const { operator, dispute, refund, payment } = await aPaidOne();
    const id = dispute();
    await refund(2);
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    endDispute(shop.fake.store, id, "won");
    await work();
    const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
    await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([[{ amountCents: 500, origin: "shop" }], 500, []]);
    expect(await payment()).toMatchObject({ refunded: 5, differences: [] });
  });

  test("only in part: what the bank has taken is written down, and people must say what it was for", async () => {
    const { operator, jars, dispute, seen } = await aPaidOne();
    endDispute(shop.fake.store, dispute({ amount: 300 }), "lost");
    await work();
    expect([await refunds(), await owed(), await stockOf(world, jars._id)]).toEqual([
      [{ amountCents: 300, origin: "dispute" }],
      1000,
      6,
    ]);
    // Both mails are written at one moment, so either may leave first.
    expect(subjectsOf(await mailsSent(world, operator.email)).toSorted()).toEqual(
      [...LOST, "Part of order # was lost in a dispute"].toSorted(),
    );
    expect((await seen()).parts).toMatchObject([{ statusText: "Processing", refunded: 0 }]);
  });
});
