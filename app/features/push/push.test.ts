import { afterEach, beforeEach, expect, test } from "vitest";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { aPaidOrder, confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aPushReceiver, type PushReceiver } from "../../../tests/fixtures/push-receiver";
import { aProduct, aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { endAccess, issueToken } from "~/features/accounts/tokens.server";
import { tellBack } from "~/features/notices/tell-back.server";
import { tellStalls } from "~/features/notices/tell-stalls.server";
import { inTransaction } from "~/platform/database/database.server";
import { outbound } from "~/platform/outbound/outbound.server";
import { preparePushKeys, pushKeysOf } from "./keys.server";
import { tellByPush } from "./tell.server";

const DAY = 86_400;

onBothDatabases(
  "notices in a browser",
  (world) => {
    let receiver: PushReceiver;
    beforeEach(async () => {
      receiver = await aPushReceiver();
    });
    afterEach(() => receiver.close());

    const db = () => world.services.db;
    const subscribe = (token: string, subscription: object = receiver.subscription) =>
      world.call("POST", "/user/push-subscriptions", { token, body: subscription });
    const choose = (token: string, kind: string, push: boolean) =>
      world.call("PUT", `/user/push-notices/${kind}`, { token, body: { push } });
    const noticesOf = async (token: string) => (await world.call("GET", "/user/notices", { token })).body.data;
    const paths = () => receiver.received.map(({ notice }) => notice.path);

    async function pushedNotices(userId: string, path = "/customer") {
      await tellByPush(db(), world.services, "order changed", [{ userId, path }]);
      await world.runner.drain();
    }

    test("come encrypted, once, from the market alone, and say nothing private", async () => {
      const { token, _id } = await aUser(world);
      expect((await subscribe(token)).status).toBe(201);
      expect((await subscribe(token)).status).toBe(201);
      const { push } = await noticesOf(token);
      expect(push.browsers).toHaveLength(1);
      await pushedNotices(_id, "/customer/order_history/5");
      expect(receiver.received).toHaveLength(1);
      const [{ headers, notice, claims, key }] = receiver.received as [(typeof receiver.received)[number]];
      expect(key).toBe(push.publicKey);
      expect(claims.aud).toBe(new URL(receiver.subscription.endpoint).origin);
      expect(claims.sub).toMatch(/^mailto:/);
      expect(headers).toMatchObject({ ttl: "86400", "content-encoding": "aes128gcm", topic: notice.tag });
      expect(notice).toMatchObject({
        title: world.services.config.market.name,
        body: "There is news about an order of yours.",
        path: "/customer/order_history/5",
      });
    });

    test("are told in ten browsers of an account, and in none of somebody else who uses the same browser", async () => {
      const [first, second] = [await aUser(world), await aUser(world)];
      await subscribe(first.token);
      await subscribe(second.token);
      expect((await noticesOf(first.token)).push.browsers).toEqual([]);
      for (let n = 0; n < 10; n += 1) {
        world.clock.forward(1);
        await subscribe(second.token, { ...receiver.subscription, endpoint: `https://push.example.com/${n}` });
      }
      const { browsers } = (await noticesOf(second.token)).push;
      expect(browsers).toHaveLength(10);
      await pushedNotices(second._id);
      expect(receiver.received).toEqual([]);
    });

    test("never go to an address inside, nor to a browser whose keys are none", async () => {
      const { token } = await aUser(world);
      const { keys } = receiver.subscription;
      const refusal: [object, string][] = [
        [{ endpoint: "https://10.0.0.1/send", keys }, "endpoint"],
        [{ endpoint: "https://169.254.169.254/latest", keys }, "endpoint"],
        [{ endpoint: "http://push.example.com/send", keys }, "endpoint"],
        [{ endpoint: "https://push.example.com:6379/send", keys }, "endpoint"],
        [{ endpoint: "https://push.example.com/", keys: { ...keys, p256dh: "A".repeat(87) } }, "keys.p256dh"],
        [{ endpoint: "https://push.example.com/", keys: { ...keys, auth: "A".repeat(21) } }, "keys.auth"],
      ];
      for (const [subscription, field] of refusal) {
        const { status, body } = await subscribe(token, subscription);
        expect([status, body.error?.[0].code, body.error?.[0].field]).toEqual([422, "bad_push_subscription", field]);
      }
      expect((await noticesOf(token)).push.browsers).toEqual([]);
    });

    test("end where the push service says that the browser is gone", async () => {
      const { token, _id } = await aUser(world);
      for (const status of [404, 410]) {
        await subscribe(token);
        receiver.status = status;
        await pushedNotices(_id);
        expect((await noticesOf(token)).push.browsers).toEqual([]);
      }
      expect(receiver.received).toHaveLength(2);
    });

    test("are tried again where the push service fails, and end once it took nothing for days", async () => {
      const { token, _id } = await aUser(world);
      await subscribe(token);
      receiver.status = 503;
      await pushedNotices(_id);
      expect(receiver.received).toHaveLength(1);
      world.clock.forward(61);
      receiver.status = 201;
      await world.runner.drain();
      expect(receiver.received).toHaveLength(2);
      world.clock.forward(DAY);
      await world.runner.drain();
      expect(receiver.received).toHaveLength(2);
      receiver.status = 503;
      await pushedNotices(_id);
      for (let n = 0; n < 6; n += 1) {
        world.clock.forward(5 * 3600);
        await world.runner.drain();
      }
      // After the first attempt and four more the notice is given up, but not its browser.
      expect(receiver.received).toHaveLength(7);
      expect((await noticesOf(token)).push.browsers).toHaveLength(1);
      world.clock.forward(3 * DAY);
      await pushedNotices(_id);
      expect((await noticesOf(token)).push.browsers).toEqual([]);
    });

    test("are switched kind by kind, apart from mails", async () => {
      const { token, _id } = await aUser(world);
      await subscribe(token);
      expect((await choose(token, "orders", false)).status).toBe(200);
      await pushedNotices(_id);
      expect(receiver.received).toEqual([]);
      expect((await noticesOf(token)).push.kinds).toEqual({ orders: false, messages: true, back: true, stalls: true });
      expect(Object.values((await noticesOf(token)).mail)).toEqual([true, true, true, true]);
      expect((await choose(token, "reviews", false)).body.error?.[0].code).toBe("unknown_push_kind");
      await choose(token, "orders", true);
      await pushedNotices(_id);
      expect(receiver.received).toHaveLength(1);
    });

    test("tell of orders, messages, what is back and followed stalls, on the page where each is", async () => {
      const { orderId, buyer, merchant } = await anOrder();
      const stall = await aPushReceiver();
      await subscribe(merchant, stall.subscription);
      await subscribe(buyer);
      await world.call("PUT", "/user/notices/back", { token: buyer, body: { mail: false } });
      await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: merchant, body: {} });
      const product = await aProduct(world, { quantity: 0 });
      const question = { kind: "product", id: product._id, text: "Is it sliced?" };
      const conversation = await world.call("POST", "/conversations", { token: buyer, body: question });
      const owner = await issueToken(db(), world.services, product.merchantId);
      const id = conversation.body.data._id as string;
      await world.call("POST", `/conversations/${id}/messages`, { token: owner, body: { text: "Yes." } });
      await world.call("POST", "/user/watches", { token: buyer, body: { kind: "back", id: product._id } });
      await world.call("POST", "/user/watches", { token: buyer, body: { kind: "stall", id: product.merchantId } });
      world.clock.forward(60);
      const published = { quantity: 4, publishedAt: world.clock.now().toISOString() };
      await db().updateTable("products").set(published).where("_id", "=", product._id).execute();
      world.mails.length = 0;
      await tellBack.handle(world.services);
      await tellStalls.handle(world.services);
      await world.runner.drain();
      await stall.close();
      expect(paths().toSorted()).toEqual(
        [
          `/customer/order_history/${orderId}`,
          `/customer/conversations/${id}`,
          `/products/${product._id}`,
          `/stalls/${product.merchantId}`,
        ].toSorted(),
      );
      expect(world.mails.map(({ subject }) => subject).filter((subject) => subject.endsWith("is back"))).toEqual([]);
      const words = receiver.received.map(({ notice }) => `${notice.title} ${notice.body}`).join("\n");
      expect(words).not.toMatch(new RegExp(`sliced|${product.title}|\\d`));
    });

    test("tell a stall of a new order", async () => {
      const { merchant, productId } = await anOrder();
      await subscribe(merchant);
      const { token } = await aUser(world);
      const initialized = await initialize(world, token, [{ product: productId, quantity: 1 }]);
      await confirm(world, initialized.body.data);
      await finalize(world, token, initialized.body.payment.stripeId);
      await world.runner.drain();
      expect(paths()).toEqual([`/merchant/orders/${initialized.body.payment.orderId}`]);
    });

    test("end with the session that added the browser, however it ends", async () => {
      const planned = async () => {
        await inTransaction(db(), (trx) =>
          tellByPush(trx, world.services, "order changed", [{ userId: _id, path: "/" }]),
        );
      };
      const { _id } = await aUser(world);
      const session = async () => issueToken(db(), world.services, _id, { idleSeconds: 3600 });
      const subscriptionCount = async () => (await db().selectFrom("pushSubscriptions").select("_id").execute()).length;
      const ways: ((token: string) => Promise<unknown>)[] = [
        (token) => world.call("POST", "/user/logout", { token }),
        async () => world.call("DELETE", "/user/sessions", { token: await session() }),
        () => inTransaction(db(), (trx) => endAccess(trx, world.services, _id)),
      ];
      for (const end of ways) {
        const token = await session();
        expect((await subscribe(token)).status).toBe(201);
        await planned();
        await end(token);
        expect(await subscriptionCount()).toBe(0);
        await planned();
      }
      await subscribe(await session());
      await planned();
      world.clock.forward(30 * 86_400);
      await planned();
      await world.runner.drain();
      expect([receiver.received.length, await subscriptionCount()]).toEqual([0, 0]);
    });

    test("reach who is away for longer than a session may lie idle", async () => {
      const { _id } = await aUser(world);
      await subscribe(await issueToken(db(), world.services, _id, { idleSeconds: 3600 }));
      world.clock.forward(12 * 3600);
      await inTransaction(db(), (trx) =>
        tellByPush(trx, world.services, "order changed", [{ userId: _id, path: "/" }]),
      );
      await world.runner.drain();
      expect(receiver.received).toHaveLength(1);
    });

    test("are in what a person gets of their data, and gone with the account", async () => {
      const { token } = await aUser(world);
      await subscribe(token);
      const exported = await world.call("GET", "/user/export", { token });
      expect(exported.body.data?.notices ?? exported.body.notices).toMatchObject({
        browsers: [{ endpoint: receiver.subscription.endpoint }],
      });
      await world.call("DELETE", "/user", { token, body: { password: PASSWORD } });
      expect(await db().selectFrom("pushSubscriptions").selectAll().execute()).toEqual([]);
    });

    test("have one key pair of all processes, which outlives a new secret and not the loss of the old one", async () => {
      const { config } = world.services;
      const keyPairs = await Promise.all([1, 2, 3].map(() => pushKeysOf(world.services)));
      const [{ publicKey }] = keyPairs as [(typeof keyPairs)[number]];
      expect(new Set(keyPairs.map((keys) => JSON.stringify(keys))).size).toBe(1);
      const renewed = { ...config, secret: "another secret of the same market", previousSecret: config.secret };
      await preparePushKeys({ ...world.services, config: renewed });
      const alone = { ...world.services, config: { ...renewed, previousSecret: null } };
      expect((await pushKeysOf(alone)).publicKey).toBe(publicKey);
      const { token } = await aUser(world);
      await subscribe(token);
      expect(await db().selectFrom("pushSubscriptions").selectAll().execute()).toHaveLength(1);
      const lostKeys = {
        ...alone,
        config: { ...renewed, secret: "a third one, without the second", previousSecret: null },
      };
      expect((await pushKeysOf(lostKeys)).publicKey).not.toBe(publicKey);
      expect(await db().selectFrom("pushSubscriptions").selectAll().execute()).toEqual([]);
    });

    async function anOrder() {
      const paidOrder = await aPaidOrder(world);
      await world.runner.drain();
      const order = await db()
        .selectFrom("orderParts")
        .innerJoin("orders", "orders._id", "orderParts.orderId")
        .innerJoin("orderLines", "orderLines.orderId", "orders._id")
        .select(["orders.buyerId", "orderParts.merchantId", "orderLines.productId"])
        .where("orders._id", "=", paidOrder.orderId)
        .executeTakeFirstOrThrow();
      const [buyer, merchant] = await Promise.all(
        [order.buyerId ?? "", order.merchantId].map((id) => issueToken(db(), world.services, id)),
      );
      return { orderId: paidOrder.orderId, productId: order.productId, buyer: buyer!, merchant: merchant! };
    }
  },
  { overrides: { outbound: outbound({ allowLocal: true, timeoutMs: WAIT_MS }) } },
);
