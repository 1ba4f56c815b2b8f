import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { aPaidCheckout, aPaidOrder, confirm, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { beforeNextTransaction } from "../../../tests/fixtures/meanwhile";
import { ADDRESS, aProduct, aUser, mailsSent, PASSWORD, stockOf } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../../tests/fixtures/world";
import { saveBilling } from "~/features/accounts/profile.server";
import { anonymiseOrdersOf } from "~/features/orders/anonymise-orders.server";
import { markDelivered } from "~/features/orders/order-parts.server";
import { lockOrder, markPaid } from "~/features/orders/order.server";
import { ProviderUnreachable } from "~/platform/cards/card-provider";
import { inTransaction } from "~/platform/database/database.server";
import { PermanentFailure } from "~/platform/jobs/permanent-failure";
import { sendMail } from "~/platform/mail/send-mail.server";

const aPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();

onBothDatabases("leaving", (world) => {
  const leave = (token: string, password = PASSWORD) => world.call("DELETE", "/user", { token, body: { password } });

  async function anOrderOfSomebodyPrivate() {
    const paid = await aPaidOrder(world, {
      more: {
        billing: { ...ADDRESS, email: "private@example.com", streetAddress: "9 Hidden Close", telephone: "5550177" },
        notes: "The blue door",
      },
    });
    await world.services.db
      .updateTable("users")
      .set({ firstName: "Stall", lastName: "Holder" })
      .where("_id", "=", paid.product.merchantId)
      .execute();
    await world.call("PUT", "/user/billing", {
      token: paid.buyer.token,
      body: { ...ADDRESS, streetAddress: "9 Hidden Close" },
    });
    await world.call("PUT", `/user/wishlist/${paid.product._id}`, { token: paid.buyer.token });
    await world.call("POST", "/newsletter", { body: { email: paid.buyer.email } });
    await mailsSent(world);
    return paid;
  }
  const tracesFound = async (traces: string[]) => {
    const dump = await everythingStored(world);
    return traces.filter((trace) => dump.includes(trace));
  };
  const markCompleted = (orderId: string) =>
    world.services.db.updateTable("orders").set({ isCompleted: 1 }).where("_id", "=", orderId).execute();

  test("takes the person out everywhere and leaves the order in the books", async () => {
    const { buyer, order } = await anOrderOfSomebodyPrivate();
    await markCompleted(order._id);
    expect((await leave(buyer.token)).status).toBe(200);
    expect(
      await tracesFound([
        buyer.email,
        "private@example.com",
        "9 Hidden Close",
        "The blue door",
        "5550177",
        "Ada",
        "Byron",
      ]),
    ).toEqual([]);
    const row = await world.services.db
      .selectFrom("orders")
      .selectAll()
      .where("_id", "=", order._id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "paid", amountCents: 250, itemId: order.itemId });
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(401);
  });

  test("an order on its way keeps the name and street to arrive at, and loses them once it has arrived", async () => {
    const { buyer, order } = await anOrderOfSomebodyPrivate();
    await leave(buyer.token);
    expect(await tracesFound([buyer.email, "private@example.com", "5550177", "The blue door"])).toEqual([]);
    const shipping = async () =>
      JSON.parse(
        (
          await world.services.db
            .selectFrom("orders")
            .select("shipping")
            .where("_id", "=", order._id)
            .executeTakeFirstOrThrow()
        ).shipping,
      ) as object;
    expect(await shipping()).toMatchObject({ firstName: "Ada", streetAddress: "9 Hidden Close" });
    await world.runner.drain(["sweep"]);
    expect(await shipping()).toMatchObject({ streetAddress: "9 Hidden Close" });
    await markCompleted(order._id);
    await world.runner.drain(["sweep"]);
    expect(await tracesFound(["9 Hidden Close", "Ada"])).toEqual([]);
  });

  test("letters that still wait for this person are forgotten, and nobody else's", async () => {
    const [me, stranger] = [await aUser(world), await aUser(world)];
    for (const to of [me.email, stranger.email])
      await sendMail.enqueue(world.services.db, world.services, { to, subject: "Hello", text: "", html: "" });
    await leave(me.token);
    expect(await everythingStored(world)).not.toContain(me.email);
    expect((await mailsSent(world)).map((mail) => mail.to)).toEqual([stranger.email]);
  });

  test("a picture that is still being drawn brings nobody back", async () => {
    const buyer = await aUser(world);
    const { pictures } = world.services;
    const encode = pictures.encode.bind(pictures);
    const encoding = vi.spyOn(pictures, "encode").mockImplementationOnce(async (...encodeArgs) => {
      expect((await leave(buyer.token)).status).toBe(200);
      return encode(...encodeArgs);
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ firstName: "Hidden", telephone: "5550177" })) form.set(name, value);
    form.set("intendedFileName", "image");
    form.set("intendedFile", new File([new Uint8Array(await aPicture())], "me.png", { type: "image/png" }));
    const lateAnswer = await world.call("PUT", "/user", { token: buyer.token, form });
    encoding.mockRestore();
    expect([lateAnswer.status, lateAnswer.body.error?.[0].code]).toEqual([401, "dead_token"]);
    expect(await tracesFound(["Hidden", "5550177", buyer.email])).toEqual([]);
    const files = await world.services.db.selectFrom("files").select("attached").execute();
    expect(files).toEqual([{ attached: 0 }]);
  });

  test("a billing address that is still on its way is not kept", async () => {
    const buyer = await aUser(world);
    await leave(buyer.token);
    const lateSave = saveBilling(world.services, buyer._id, { ...ADDRESS, streetAddress: "9 Hidden Close" });
    await expect(lateSave).rejects.toMatchObject({ status: 401 });
    expect(await tracesFound(["9 Hidden Close"])).toEqual([]);
  });

  test("a change of address that is still on its way is not written down", async () => {
    const buyer = await aUser(world);
    beforeNextTransaction(world, () => leave(buyer.token));
    const body = { email: "new@example.com", password: PASSWORD };
    expect((await world.call("POST", "/user/email", { token: buyer.token, body })).status).toBe(401);
    expect(await tracesFound([buyer.email, "new@example.com"])).toEqual([]);
  });

  async function movedBuyer() {
    const buyer = await aUser(world, { email: "ada.before@example.com" });
    const to = "ada.after@example.com";
    await world.call("POST", "/support", {
      body: { email: buyer.email, telephone: "5550177", description: "Where is my bread?" },
    });
    await world.call("POST", "/newsletter", { body: { email: buyer.email } });
    const { token: team } = await aUser(world, { privilege: "operator", firstName: "Grace", lastName: "Hopper" });
    const { _id } = await world.services.db.selectFrom("supportMessages").select("_id").executeTakeFirstOrThrow();
    await world.call("POST", `/operator/support/${_id}/answer`, { token: team, body: { answer: "On its way." } });
    await world.call("POST", "/user/email", { token: buyer.token, body: { email: to, password: PASSWORD } });
    const link = /email\/confirm\?link=([0-9a-f]{64})/.exec((await mailsSent(world, to)).at(-1)?.text ?? "")?.[1];
    expect((await world.call("POST", "/user/email/confirm", { body: { link } })).status).toBe(200);
    await mailsSent(world);
    return { buyer, to };
  }

  test("takes along what was written and asked for under the address before", async () => {
    const { buyer, to } = await movedBuyer();
    const { data } = (await world.call("GET", "/user/export", { token: buyer.token })).body;
    expect(data).toMatchObject({
      newsletter: { email: to },
      messages: [{ email: to, description: "Where is my bread?", replies: [{ text: "On its way." }] }],
    });
    await leave(buyer.token);
    expect(await tracesFound([buyer.email, to, "5550177", "Where is my bread?", "On its way."])).toEqual([]);
  });

  test("letters to every address that is still known are forgotten, unless it is somebody else's by now", async () => {
    const { buyer, to } = await movedBuyer();
    const ask = (email: string) =>
      world.call("POST", "/user/email", { token: buyer.token, body: { email, password: PASSWORD } });
    const mistyped = "ada.aftre@example.com";
    await ask(mistyped);
    await mailsSent(world);
    const letter = { subject: "Order #1 is paid", text: "9 Hidden Close", html: "" };
    for (const email of [buyer.email, to, mistyped])
      await sendMail.enqueue(world.services.db, world.services, { to: email, ...letter });
    const refusing = vi.spyOn(world.services.mail, "send").mockRejectedValue(new PermanentFailure("no such mailbox"));
    await world.runner.drain();
    refusing.mockRestore();
    await aUser(world, { email: mistyped });
    await leave(buyer.token);
    const mailJobs = await world.services.db.selectFrom("jobs").select("payload").where("kind", "=", "mail").execute();
    const receivers = mailJobs.flatMap(({ payload }) => (JSON.parse(payload) as { to?: string }).to ?? []);
    expect(receivers).toEqual([mistyped]);
  });

  test("the address may sign up again, and starts from nothing", async () => {
    const { buyer } = await aPaidOrder(world);
    await leave(buyer.token);
    const newAccount = await aUser(world, { email: buyer.email });
    expect((await world.call("GET", "/product/order", { token: newAccount.token })).body.data.total).toBe(0);
  });

  test("the wrong password closes nothing", async () => {
    const buyer = await aUser(world);
    const refusal = await leave(buyer.token, "not-this-one-1");
    expect([refusal.status, refusal.body.error]).toEqual([
      422,
      [{ code: "wrong_password", field: "password", message: "The password is wrong." }],
    ]);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(200);
  });

  test("a merchant is asked to write instead", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    expect((await leave(merchant.token)).body.error[0]).toMatchObject({ code: "has_a_stall" });
    expect((await world.call("GET", "/user", { token: merchant.token })).status).toBe(200);
  });

  test("a checkout that is paid becomes an order first, with an address for its merchant", async () => {
    const { buyer, product, orderId } = await aPaidCheckout(world);
    await leave(buyer.token);
    expect(await statusOf(world, orderId)).toBe("paid");
    const merchant = await world.services.db
      .selectFrom("users")
      .select("email")
      .where("_id", "=", product.merchantId)
      .executeTakeFirstOrThrow();
    expect((await mailsSent(world, merchant.email ?? ""))[0]?.text).toContain("12 Orchard Row");
  });

  test("a checkout that is not paid gives its stock back at once", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 5 });
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    await leave(buyer.token);
    expect([await statusOf(world, body.payment.orderId), await stockOf(world, product._id)]).toEqual(["released", 5]);
    expect(await tracesFound([buyer.email, "12 Orchard Row"])).toEqual([]);
  });

  test("a checkout that was paid and cannot become an order keeps nobody, and its money goes back", async () => {
    const { buyer, orderId } = await aPaidCheckout(world);
    await world.services.db.updateTable("testIntents").set({ amountCents: 200 }).execute();
    expect((await leave(buyer.token)).status).toBe(200);
    await world.runner.drain();
    expect(await statusOf(world, orderId)).toBe("refused");
    expect(await world.services.db.selectFrom("testIntents").select("refundedCents").execute()).toEqual([
      { refundedCents: 200 },
    ]);
  });

  test("a payment that goes through after its payer has left becomes no order, and its money goes back", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 5 });
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    const { db, cards } = world.services;
    const cancelling = vi
      .spyOn(cards, "cancel")
      .mockImplementationOnce(async (id) => ({ ...(await cards.retrieve(id)), status: "processing" }));
    expect((await leave(buyer.token)).status).toBe(200);
    cancelling.mockRestore();
    await confirm(world, body.data);
    world.clock.forward(60);
    await world.runner.drain(["payments.reconcile"]);
    await world.runner.drain();
    expect([await statusOf(world, body.payment.orderId), await stockOf(world, product._id)]).toEqual(["refused", 5]);
    expect(await db.selectFrom("testIntents").select("refundedCents").execute()).toEqual([{ refundedCents: 500 }]);
    expect((await mailsSent(world)).filter(({ to }) => !to)).toEqual([]);
  });

  test("an order that is placed in the same moment keeps the address to arrive at", async () => {
    const { orderId, buyer, stripeId } = await aPaidCheckout(world);
    const { db } = world.services;
    let forgetting: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      await lockOrder(trx, world.services.dialect, orderId);
      forgetting = inTransaction(db, (secondTrx) => anonymiseOrdersOf(secondTrx, world.services, buyer._id));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await markPaid(trx, orderId, stripeId, world.clock.now().toISOString());
    });
    await forgetting;
    expect(await tracesFound(["12 Orchard Row"])).toEqual(["12 Orchard Row"]);
  });

  test("an order that its merchant marks as delivered in the same moment keeps it while that may be taken back", async () => {
    const { buyer, order } = await aPaidOrder(world);
    const { db } = world.services;
    const deliveredAt = world.clock.now().toISOString();
    const { _id } = await db.selectFrom("orderParts").select("_id").executeTakeFirstOrThrow();
    await db.updateTable("orderParts").set({ statusText: "Shipped", shippedAt: deliveredAt }).execute();
    let forgetting: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      await lockOrder(trx, world.services.dialect, order._id);
      forgetting = inTransaction(db, (secondTrx) => anonymiseOrdersOf(secondTrx, world.services, buyer._id));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await markDelivered(trx, order._id, _id, { deliveredAt, deliveredBy: "merchant" });
    });
    await forgetting;
    const orderRow = await db.selectFrom("orders").select(["isCompleted", "shipping"]).executeTakeFirstOrThrow();
    expect([orderRow.isCompleted, orderRow.shipping]).toEqual([1, expect.stringContaining("12 Orchard Row")]);
  });

  test("who has a checkout under way can leave once its payment can be ended", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    const cancelling = vi.spyOn(world.services.cards, "cancel").mockRejectedValueOnce(new ProviderUnreachable("down"));
    const refusal = await leave(buyer.token);
    cancelling.mockRestore();
    expect([refusal.status, refusal.body.error[0].code]).toEqual([503, "card_provider_unreachable"]);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(200);
    expect((await leave(buyer.token)).status).toBe(200);
  });

  test("a checkout that waits for the card provider meanwhile makes no order any more", async () => {
    const [buyer, first, second] = [
      await aUser(world),
      await aProduct(world),
      await aProduct(world, { title: "Late plums", quantity: 5 }),
    ];
    await initialize(world, buyer.token, [{ product: first._id, quantity: 1 }]);
    const { cards } = world.services;
    const cancel = cards.cancel.bind(cards);
    const cancelling = vi.spyOn(cards, "cancel").mockImplementationOnce(async (id) => {
      expect((await leave(buyer.token)).status).toBe(200);
      return cancel(id);
    });
    const refusal = await initialize(world, buyer.token, [{ product: second._id, quantity: 1 }]);
    cancelling.mockRestore();
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([401, "dead_token"]);
    expect(await stockOf(world, second._id)).toBe(5);
    expect(await tracesFound([buyer.email, "12 Orchard Row"])).toEqual([]);
  });

  test("the same cart once more brings nobody back who has left meanwhile", async () => {
    const buyer = await aUser(world);
    const carts = [{ product: (await aProduct(world))._id, quantity: 1 }];
    await initialize(world, buyer.token, carts);
    const { cards, db } = world.services;
    const retrieve = cards.retrieve.bind(cards);
    const retrieving = vi.spyOn(cards, "retrieve").mockImplementationOnce(async (id) => {
      await inTransaction(db, (trx) => anonymiseOrdersOf(trx, world.services, buyer._id));
      return retrieve(id);
    });
    const refusal = await initialize(world, buyer.token, carts);
    retrieving.mockRestore();
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([409, "checkout_running"]);
    expect(await tracesFound(["12 Orchard Row"])).toEqual([]);
  });

  test("the picture goes with the person", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await world.services.db
      .insertInto("files")
      .values({
        _id: "a".repeat(24),
        ownerId: buyer._id,
        kind: "image",
        mime: "image/webp",
        bytes: 1,
        width: 1,
        height: 1,
        widths: "[1]",
        attached: 1,
        createdAt: product.createdAt,
      })
      .execute();
    await world.services.db
      .updateTable("users")
      .set({ imageId: "a".repeat(24) })
      .where("_id", "=", buyer._id)
      .execute();
    await leave(buyer.token);
    world.clock.forward(4 * 86_400);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
  });
});
