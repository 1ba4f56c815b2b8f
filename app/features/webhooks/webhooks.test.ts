import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import {
  aReceiver,
  answersWith,
  closes,
  hangs,
  isSignedWith,
  takes,
  type Answering,
  type Receiver,
} from "../../../tests/fixtures/receiver";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { inTransaction } from "~/platform/database/database.server";
import { outbound } from "~/platform/outbound/outbound.server";
import { EVENTS } from "./event-schema";
import { EVENT_TYPES, type EventType } from "./plain-schema";
import type { Delivery } from "./schema";
import { sendWebhooks } from "./send-webhooks.server";
import { signatureHeader } from "./signing.server";
import { sweepWebhooks } from "./sweep.server";
import { tellOrderPlaced, tellReviewed } from "./tell.server";

const DAY = 86_400;

/** The sender's timeout in milliseconds. Only a test in which no answer comes shortens it. */
let timeoutMs = WAIT_MS;

onBothDatabases(
  "webhooks",
  (world) => {
    const receivers: Receiver[] = [];
    let receiver: Receiver;

    async function receiverThat(answer: Answering): Promise<Receiver> {
      const one = await aReceiver(answer);
      receivers.push(one);
      return one;
    }

    beforeEach(async () => {
      receiver = await receiverThat(takes);
    });
    afterEach(async () => {
      for (const one of receivers.splice(0)) await one.close();
    });

    const db = () => world.services.db;
    const webhooks = "/merchant/webhooks";

    /** A webhook of a merchant, and the secret that was made for it. */
    async function listen(token: string, url = receiver.url, events: readonly EventType[] = EVENT_TYPES) {
      const { body } = await world.call("POST", webhooks, { token, body: { url, events } });
      const id = body.data._id as string;
      const secret = await world.call("POST", `${webhooks}/${id}/secret`, { token });
      return { id, token, secret: secret.body.data.secret as string };
    }

    /** A merchant with one product on sale and a webhook. */
    async function aListener(events?: readonly EventType[], stock = 10) {
      const merchant = await aUser(world, { privilege: "merchant" });
      const product = await aProduct(world, { merchantId: merchant._id, quantity: stock });
      return { merchant, product, ...(await listen(merchant.token, receiver.url, events)) };
    }

    const log = async ({ id, token }: { id: string; token: string }) =>
      (await world.call("GET", `${webhooks}/${id}/deliveries`, { token })).body.data.docs as Delivery[];
    const types = (one = receiver) => one.received.map(({ event }) => event.type);

    /** Adds a webhook for the merchant of an order. */
    async function listensTo(orderId: string, events?: readonly EventType[]) {
      const { merchantId } = await db()
        .selectFrom("orderParts")
        .select("merchantId")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      return {
        merchantId,
        ...(await listen(await issueToken(db(), world.services, merchantId), receiver.url, events)),
      };
    }

    test("an order, its refund and its cancellation are told as documented, signed, and without a word of the buyer", async () => {
      const first = await aPaidOrder(world, { quantity: 2, stock: 2 });
      const hook = await listensTo(first.orderId);
      const operator = await aUser(world, { privilege: "operator" });
      const buyer = await aUser(world, { firstName: "Zuleika", lastName: "Dobson" });
      await setSold(db(), { quantity: 2 }, first.product._id);
      const initialized = await world.call("POST", "/product/payment/initialize", {
        token: buyer.token,
        body: {
          carts: [{ product: first.product._id, quantity: 2 }],
          billing: {
            firstName: "Zuleika",
            lastName: "Dobson",
            streetAddress: "12 Orchard Row",
            city: "Burlington",
            countryRegion: "United States",
          },
        },
      });
      await world.call("POST", "/test-payments/confirm", {
        body: { clientSecret: initialized.body.data, number: "4242 4242 4242 4242", expiry: "04/30", cvc: "123" },
      });
      const { stripeId, orderId } = initialized.body.payment;
      await world.call("POST", "/product/payment/finalize", { token: buyer.token, body: { carts: [], stripeId } });
      const line = await db()
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      const refunded = await world.call("POST", `/operator/orders/${orderId}/refund`, {
        token: operator.token,
        body: { reason: "One was bruised.", lines: [{ lineId: line._id, quantity: 1 }], restock: false },
      });
      expect(refunded.status).toBe(200);
      const cancelled = await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
        token: hook.token,
        body: { reason: "Hail." },
      });
      expect(cancelled.status).toBe(200);
      await world.runner.drain();

      expect(types().filter((type) => type === "product.stock_changed")).toHaveLength(3);
      expect(
        types()
          .filter((type) => type !== "product.stock_changed")
          .toSorted(),
      ).toEqual(["order.cancelled", "order.placed", "order.refunded", "product.out_of_stock"]);
      for (const { body, headers, event } of receiver.received) {
        expect([event.type, isSignedWith({ headers, body }, hook.secret)]).toEqual([event.type, true]);
        expect([event.type, isSignedWith({ headers, body: `${body} ` }, hook.secret)]).toEqual([event.type, false]);
        expect(body).not.toMatch(/Zuleika|Dobson|Orchard|Burlington|@|Hail|bruised/);
        const { schema } = EVENTS.find(({ type }) => type === event.type)!;
        expect(schema.strict().parse(event)).toEqual(event);
      }
      const of = (type: EventType) => receiver.received.find(({ event }) => event.type === type)?.event.data;
      const price = of("order.placed").lines[0].price;
      expect(of("order.placed")).toMatchObject({
        order: orderId,
        status: "Processing",
        amount: 2 * price,
        refunded: 0,
      });
      expect(of("order.refunded")).toMatchObject({ status: "Processing", refunded: price, amountBack: price });
      expect(of("order.cancelled")).toMatchObject({ status: "Cancelled", refunded: 2 * price, amountBack: price });
      expect(of("product.out_of_stock").product._id).toBe(first.product._id);
    });

    test("an order that an operator gives back whole is told as refunded, not as cancelled", async () => {
      const { orderId } = await aPaidOrder(world);
      await listensTo(orderId);
      const { token } = await aUser(world, { privilege: "operator" });
      await world.call("POST", `/operator/orders/${orderId}/refund`, { token, body: { reason: "It never came." } });
      await world.runner.drain();
      const ofOrders = receiver.received.filter(({ event }) => event.type.startsWith("order."));
      expect(ofOrders.map(({ event }) => [event.type, event.data.status])).toEqual([["order.refunded", "Refunded"]]);
    });

    test("a review is told, whatever it decides", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const hook = await aListener();
      for (const [decision, more] of [
        ["publish", {}],
        ["send-back", { reason: "The picture is blurred." }],
      ] as const) {
        const waiting = await aProduct(world, { merchantId: hook.merchant._id, availType: "in-review" });
        const { body } = await world.call("GET", `/operator/review/${waiting._id}`, { token: operator.token });
        const { status } = await world.call("POST", `/operator/review/${waiting._id}/${decision}`, {
          token: operator.token,
          body: { version: body.data.version, ...more },
        });
        expect([decision, status]).toEqual([decision, 200]);
      }
      await world.runner.drain();
      expect(
        receiver.received.map(({ event }) => [event.type, event.data.change, event.data.reason]).toSorted(),
      ).toEqual([
        ["product.approved", false, undefined],
        ["product.sent_back", false, "The picture is blurred."],
      ]);
    });

    test("who did not choose an event, is off, suspended, or another, is told nothing; what is rolled back nobody", async () => {
      const [wanting, choosy, off, suspended, other] = [
        await aListener(["product.approved"]),
        await aListener(["product.out_of_stock"]),
        await aListener(),
        await aListener(),
        await aListener(),
      ];
      await world.call("PUT", `${webhooks}/${off.id}`, {
        token: off.token,
        body: { url: receiver.url, events: EVENT_TYPES, enabled: false },
      });
      await db()
        .updateTable("stores")
        .set({ status: "suspended" })
        .where("userId", "=", suspended.merchant._id)
        .execute();
      const review = ({ merchant, product }: typeof wanting) =>
        inTransaction(db(), (trx) =>
          tellReviewed(trx, world.services, { ...product, merchantId: merchant._id }, false),
        );
      for (const one of [wanting, choosy, off, suspended]) await review(one);
      await expect(
        inTransaction(db(), async (trx) => {
          await tellReviewed(trx, world.services, { ...other.product, merchantId: other.merchant._id }, false);
          throw new Error("the disk is full");
        }),
      ).rejects.toThrow("the disk is full");
      await world.runner.drain();
      const rows = await db().selectFrom("webhookDeliveries").select("endpointId").execute();
      expect([rows, receiver.received.length]).toEqual([[{ endpointId: wanting.id }], 1]);
      for (const by of [off, suspended]) {
        const { status, body } = await world.call("POST", `${webhooks}/${by.id}/test`, { token: by.token });
        expect([status, body.error[0].code]).toEqual([409, by === off ? "endpoint_off" : "stall_suspended"]);
      }
    });

    test("whatever a server does, it is written down and tried again with the same id", async () => {
      const hook = await aListener();
      await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
      const inside = await receiverThat(takes);
      for (const answer of [
        answersWith(500, "sorry"),
        hangs,
        answersWith(302, "", { Location: inside.url }),
        closes,
        answersWith(200, "a".repeat(100_000)),
      ]) {
        receiver.answer = answer;
        timeoutMs = answer === hangs ? 400 : WAIT_MS;
        await world.runner.drain();
        world.clock.forward(9000);
      }
      await world.runner.drain();
      const [delivery] = await log(hook);
      expect(delivery).toMatchObject({
        status: "delivered",
        attempts: 5,
        answerStatus: 200,
        problem: "",
        nextAt: null,
      });
      expect(delivery!.answer).toHaveLength(1000);
      expect(inside.received).toEqual([]);
      expect(new Set(receiver.received.map(({ event }) => event.id))).toEqual(new Set([delivery!.event]));
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
      expect(receiver.received).toHaveLength(5);
      expect(world.logged.join("\n")).not.toContain(hook.secret);
    });

    test("after three days in vain a delivery has failed, its webhook is off and its owner told once; then it is sent again", async () => {
      const hook = await aListener();
      receiver.answer = answersWith(503, "closed on Sundays");
      for (let n = 0; n < 2; n += 1) await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
      const pauses: number[] = [];
      let last = world.clock.now().getTime();
      for (let hour = 0; hour < 3 * 24 * 12 + 2; hour += 1) {
        const receivedCount = receiver.received.length;
        await world.runner.drain();
        if (receiver.received.length > receivedCount) {
          pauses.push(world.clock.now().getTime() - last);
          last = world.clock.now().getTime();
        }
        world.clock.forward(300);
      }
      expect(receiver.received.length).toBeGreaterThan(20);
      expect(receiver.received.length).toBeLessThan(50);
      expect(Math.max(...pauses)).toBeGreaterThan(3 * 3_600_000);
      expect(Math.max(...pauses)).toBeLessThan(9 * 3_600_000);
      // The first delivery that was given up turned the webhook off. The other delivery still waits.
      const deliveries = await log(hook);
      expect(deliveries.map((one) => [one.status, one.answerStatus, one.answer]).toSorted()).toEqual([
        ["failed", 503, "closed on Sundays"],
        ["waiting", 503, "closed on Sundays"],
      ]);
      const { body } = await world.call("GET", `${webhooks}/${hook.id}`, { token: hook.token });
      expect(body.data).toMatchObject({ enabled: false, turnedOffAt: expect.any(String) });
      expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
        [hook.merchant.email, "Your webhook is turned off"],
      ]);

      receiver.answer = takes;
      receiver.received.length = 0;
      await world.call("PUT", `${webhooks}/${hook.id}`, {
        token: hook.token,
        body: { url: receiver.url, events: EVENT_TYPES, enabled: true },
      });
      await world.runner.drain();
      expect(receiver.received.map((one) => one.event.id)).toEqual(
        deliveries.filter(({ status }) => status === "waiting").map(({ event }) => event),
      );
      const { _id } = deliveries.find(({ status }) => status === "failed")!;
      await world.call("POST", `${webhooks}/${hook.id}/deliveries/${_id}/send`, { token: hook.token });
      await world.runner.drain();
      expect(receiver.received.map((one) => one.event.id).toSorted()).toEqual(
        deliveries.map(({ event }) => event).toSorted(),
      );
      expect((await log(hook)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      expect(world.mails).toHaveLength(1);
    });

    test("a server that was away for a night is told everything once it is back, and stays on", async () => {
      const hook = await aListener();
      receiver.answer = closes;
      for (let n = 0; n < 5; n += 1) await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
      for (let hour = 0; hour < 8; hour += 1) {
        await world.runner.drain();
        world.clock.forward(3600);
      }
      receiver.answer = takes;
      receiver.received.length = 0;
      world.clock.forward(9 * 3600);
      await world.runner.drain();
      expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(5);
      expect((await log(hook)).map((one) => one.status)).toEqual(Array(5).fill("delivered"));
      const { body } = await world.call("GET", `${webhooks}/${hook.id}`, { token: hook.token });
      expect(body.data).toMatchObject({ enabled: true, failingSince: null });
    });

    test("one that hangs keeps nobody else waiting, and takes one place however much waits for it", async () => {
      const hanging = await receiverThat(hangs);
      const merchant = await aUser(world, { privilege: "merchant" });
      const stuck = await listen(merchant.token, hanging.url);
      const free = await listen(merchant.token);
      for (let n = 0; n < 12; n += 1) await world.call("POST", `${webhooks}/${stuck.id}/test`, { token: stuck.token });
      await world.runner.start();
      try {
        await hanging.came(1);
        await world.call("POST", `${webhooks}/${free.id}/test`, { token: free.token });
        await receiver.came(1);
        expect(hanging.received).toHaveLength(1);
      } finally {
        await hanging.close();
        await world.runner.stop();
      }
    });

    test("what was sent and not written down is sent again under its id, once the process that sent it is given up", async () => {
      const hook = await aListener();
      await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
      // The state that a process leaves when it is killed during its request.
      await db()
        .updateTable("jobs")
        .set({ leasedUntil: "2026-03-02T12:00:45.000Z", attempts: 1 })
        .where("kind", "=", "webhook")
        .execute();
      await db().updateTable("webhookEndpoints").set({ busyUntil: "2026-03-02T12:00:40.000Z" }).execute();
      await world.runner.drain();
      expect(receiver.received).toEqual([]);
      world.clock.forward(46);
      await world.runner.drain();
      expect(receiver.received.map(({ event }) => event.id)).toEqual([(await log(hook))[0]!.event]);
    });

    test("what comes while another is under way is sent right after it, and also when whoever sent has gone away", async () => {
      const hook = await aListener();
      const add = async () =>
        (await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token })).body.data.event as string;
      let release = () => {};
      receiver.answer = (_, response) => (release = () => response.writeHead(500).end());
      const first = await add();
      const sending = sendWebhooks.handle({ endpointId: hook.id }, world.services, "a job");
      await receiver.came(1);
      const second = await add();
      await world.runner.drain();
      receiver.answer = takes;
      release();
      await sending;
      await world.runner.drain();
      world.clock.forward(60);
      await world.runner.drain();
      expect(receiver.received.map(({ event }) => event.id)).toEqual([first, second, first]);

      await db()
        .updateTable("webhookEndpoints")
        .set({ busyUntil: "2026-03-02T12:01:40.000Z" })
        .where("_id", "=", hook.id)
        .execute();
      const third = await add();
      await world.runner.drain();
      expect(receiver.received).toHaveLength(3);
      world.clock.forward(41);
      await world.runner.drain();
      expect(receiver.received.slice(3).map(({ event }) => event.id)).toEqual([third]);
    });

    test("a new secret and the one before it count side by side for a day; neither is shown or kept anywhere again", async () => {
      const hook = await aListener();
      const { body } = await world.call("POST", `${webhooks}/${hook.id}/secret`, {
        token: hook.token,
        headers: { "Idempotency-Key": "a-new-secret-1" },
      });
      const secrets = [hook.secret, body.data.secret as string];
      const sign = async () => {
        await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
        await world.runner.drain();
        return secrets.map((secret) => isSignedWith(receiver.received.at(-1)!, secret));
      };
      expect(await sign()).toEqual([true, true]);
      world.clock.forward(DAY - 1);
      expect(await sign()).toEqual([true, true]);
      world.clock.forward(1);
      expect(await sign()).toEqual([false, true]);
      const kept = await Promise.all(
        ["webhookEndpoints", "webhookDeliveries", "idempotencyKeys", "jobs"].map((table) =>
          sql`select * from ${sql.table(table)}`.execute(db()),
        ),
      );
      const told = await Promise.all(
        [webhooks, `${webhooks}/${hook.id}`].map((path) => world.call("GET", path, { token: hook.token })),
      );
      for (const secret of secrets) {
        expect(JSON.stringify(kept)).not.toContain(secret);
        expect(JSON.stringify(told)).not.toContain(secret);
        expect(world.logged.join("\n")).not.toContain(secret);
      }
    });

    test("a merchant has five webhooks at most, also when several are added at once, and reaches no other's", async () => {
      const { token } = await aUser(world, { privilege: "merchant" });
      const add = () => world.call("POST", webhooks, { token, body: { url: receiver.url, events: ["order.placed"] } });
      const answers = await Promise.all(Array.from({ length: 8 }, add));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
      const mine = answers.find(({ status }) => status === 201)?.body.data._id as string;

      const stranger = await aListener();
      await world.call("POST", `${webhooks}/${stranger.id}/test`, { token: stranger.token });
      const [theirs] = await log(stranger);
      const body = { url: receiver.url, events: ["order.placed"] };
      for (const [method, path] of [
        ["GET", stranger.id],
        ["PUT", stranger.id],
        ["DELETE", stranger.id],
        ["POST", `${stranger.id}/secret`],
        ["POST", `${stranger.id}/test`],
        ["GET", `${stranger.id}/deliveries`],
        ["POST", `${stranger.id}/deliveries/${theirs!._id}/send`],
        ["POST", `${mine}/deliveries/${theirs!._id}/send`],
      ] as const) {
        const answer = await world.call(method, `${webhooks}/${path}`, { token, ...(method === "PUT" && { body }) });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
      expect((await world.call("DELETE", `${webhooks}/${stranger.id}`, { token: stranger.token })).status).toBe(200);
      await world.runner.drain();
      expect(receiver.received).toEqual([]);
    });

    test("an address that must not be sent to is refused at its field when it is saved", async () => {
      const hook = await aListener();
      for (const url of [
        "http://stall.example.com/",
        "https://10.0.0.1/",
        "https://a:b@stall.example.com/",
        "https://stall.example.com:22/",
      ]) {
        const body = { url, events: ["order.placed"] };
        for (const [method, path] of [
          ["POST", webhooks],
          ["PUT", `${webhooks}/${hook.id}`],
        ] as const) {
          const answer = await world.call(method, path, { token: hook.token, body });
          expect([url, answer.status, answer.body.error]).toEqual([
            url,
            422,
            [expect.objectContaining({ code: "bad_endpoint_url", field: "url" })],
          ]);
        }
      }
    });

    test("the log is kept for a month, and secrets outlive a change of the marketplace's own", async () => {
      const hook = await aListener();
      await world.call("POST", `${webhooks}/${hook.id}/test`, { token: hook.token });
      await world.runner.drain();
      world.clock.forward(30 * DAY - 1);
      await world.runner.drain(["sweep"]);
      const kept = () => db().selectFrom("webhookDeliveries").select("status").execute();
      expect(await kept()).toEqual([{ status: "delivered" }]);
      world.clock.forward(2);
      await world.runner.drain(["sweep"]);
      expect(await kept()).toEqual([]);

      const { config } = world.services;
      const next = { ...config, secret: "another secret of the marketplace", previousSecret: config.secret };
      await sweepWebhooks({ ...world.services, config: next });
      const { secrets } = await db().selectFrom("webhookEndpoints").select("secrets").executeTakeFirstOrThrow();
      const services = { clock: world.clock, config: { ...next, previousSecret: null } };
      const header = signatureHeader(services, hook.id, secrets, "{}") ?? "";
      expect(isSignedWith({ headers: { "fieldstall-signature": header }, body: "{}" }, hook.secret)).toBe(true);
    });

    test("an order costs two statements more where nobody listens", async () => {
      const { orderId } = await aPaidOrder(world);
      const order = await db().selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirstOrThrow();
      const lines = await db().selectFrom("orderLines").selectAll().where("orderId", "=", orderId).execute();
      const { statements } = await inTransaction(db(), (trx) =>
        counted(() => tellOrderPlaced(trx, world.services, order, lines)),
      );
      expect(statements).toBe(2);
    });
  },
  {
    overrides: {
      outbound: {
        allowLocal: true,
        post: (address, request) => outbound({ allowLocal: true, timeoutMs }).post(address, request),
      },
    },
  },
);
