import { sql } from "kysely";
import { expect, test } from "vitest";
import { hangs, isSignedWith, takes } from "../../../tests/fixtures/receiver";
import { aUser } from "../../../tests/fixtures/shop";
import { toLocalServers, WEBHOOKS, withWebhooks } from "../../../tests/fixtures/webhooks";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { inTransaction } from "~/platform/database/database.server";
import { EVENT_TYPES } from "./plain-schema";
import { sendWebhooks } from "./send-webhooks.server";
import { signatureHeader } from "./signing.server";
import { sweepWebhooks } from "./sweep.server";
import { tellReviewed } from "./tell.server";

const DAY = 86_400;

onBothDatabases(
  "webhooks",
  (world) => {
    const hooks = withWebhooks(world);
    const { aListener, listen, log, receiverThat } = hooks;
    const db = () => world.services.db;

    test("who did not choose an event, is off, suspended, or another, is told nothing; what is rolled back nobody", async () => {
      const [wanting, choosy, off, suspended, other] = [
        await aListener(["product.approved"]),
        await aListener(["product.out_of_stock"]),
        await aListener(),
        await aListener(),
        await aListener(),
      ];
      await world.call("PUT", `${WEBHOOKS}/${off.id}`, {
        token: off.token,
        body: { url: hooks.receiver.url, events: EVENT_TYPES, enabled: false },
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
      expect([rows, hooks.receiver.received.length]).toEqual([[{ endpointId: wanting.id }], 1]);
      for (const by of [off, suspended]) {
        const { status, body } = await world.call("POST", `${WEBHOOKS}/${by.id}/test`, { token: by.token });
        expect([status, body.error[0].code]).toEqual([409, by === off ? "endpoint_off" : "stall_suspended"]);
      }
    });

    test("one that hangs keeps nobody else waiting, and takes one place however much waits for it", async () => {
      const hanging = await receiverThat(hangs);
      const merchant = await aUser(world, { privilege: "merchant" });
      const stuck = await listen(merchant.token, hanging.url);
      const free = await listen(merchant.token);
      for (let n = 0; n < 12; n += 1) await world.call("POST", `${WEBHOOKS}/${stuck.id}/test`, { token: stuck.token });
      await world.runner.start();
      try {
        await hanging.came(1);
        await world.call("POST", `${WEBHOOKS}/${free.id}/test`, { token: free.token });
        await hooks.receiver.came(1);
        expect(hanging.received).toHaveLength(1);
      } finally {
        await hanging.close();
        await world.runner.stop();
      }
    });

    test("what was sent and not written down is sent again under its id, once the process that sent it is given up", async () => {
      const hook = await aListener();
      await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
      // The state that a process leaves when it is killed during its request.
      await db()
        .updateTable("jobs")
        .set({ leasedUntil: "2026-03-02T12:00:45.000Z", attempts: 1 })
        .where("kind", "=", "webhook")
        .execute();
      await db().updateTable("webhookEndpoints").set({ busyUntil: "2026-03-02T12:00:40.000Z" }).execute();
      await world.runner.drain();
      expect(hooks.receiver.received).toEqual([]);
      world.clock.forward(46);
      await world.runner.drain();
      expect(hooks.receiver.received.map(({ event }) => event.id)).toEqual([(await log(hook))[0]!.event]);
    });

    test("what comes while another is under way is sent right after it, and also when whoever sent has gone away", async () => {
      const hook = await aListener();
      const add = async () =>
        (await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token })).body.data.event as string;
      let release = () => {};
      hooks.receiver.answer = (_, response) => (release = () => response.writeHead(500).end());
      const first = await add();
      const sending = sendWebhooks.handle({ endpointId: hook.id }, world.services, "a job");
      await hooks.receiver.came(1);
      const second = await add();
      await world.runner.drain();
      hooks.receiver.answer = takes;
      release();
      await sending;
      await world.runner.drain();
      world.clock.forward(60);
      await world.runner.drain();
      expect(hooks.receiver.received.map(({ event }) => event.id)).toEqual([first, second, first]);

      await db()
        .updateTable("webhookEndpoints")
        .set({ busyUntil: "2026-03-02T12:01:40.000Z" })
        .where("_id", "=", hook.id)
        .execute();
      const third = await add();
      await world.runner.drain();
      expect(hooks.receiver.received).toHaveLength(3);
      world.clock.forward(41);
      await world.runner.drain();
      expect(hooks.receiver.received.slice(3).map(({ event }) => event.id)).toEqual([third]);
    });

    test("a new secret and the one before it count side by side for a day; neither is shown or kept anywhere again", async () => {
      const hook = await aListener();
      const { body } = await world.call("POST", `${WEBHOOKS}/${hook.id}/secret`, {
        token: hook.token,
        headers: { "Idempotency-Key": "a-new-secret-1" },
      });
      const secrets = [hook.secret, body.data.secret as string];
      const sign = async () => {
        await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
        await world.runner.drain();
        return secrets.map((secret) => isSignedWith(hooks.receiver.received.at(-1)!, secret));
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
        [WEBHOOKS, `${WEBHOOKS}/${hook.id}`].map((path) => world.call("GET", path, { token: hook.token })),
      );
      for (const secret of secrets) {
        expect(JSON.stringify(kept)).not.toContain(secret);
        expect(JSON.stringify(told)).not.toContain(secret);
        expect(world.logged.join("\n")).not.toContain(secret);
      }
    });

    test("a merchant has five webhooks at most, also when several are added at once, and reaches no other's", async () => {
      const { token } = await aUser(world, { privilege: "merchant" });
      const add = () =>
        world.call("POST", WEBHOOKS, { token, body: { url: hooks.receiver.url, events: ["order.placed"] } });
      const answers = await Promise.all(Array.from({ length: 8 }, add));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
      const mine = answers.find(({ status }) => status === 201)?.body.data._id as string;

      const stranger = await aListener();
      await world.call("POST", `${WEBHOOKS}/${stranger.id}/test`, { token: stranger.token });
      const [theirs] = await log(stranger);
      const body = { url: hooks.receiver.url, events: ["order.placed"] };
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
        const answer = await world.call(method, `${WEBHOOKS}/${path}`, { token, ...(method === "PUT" && { body }) });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
      expect((await world.call("DELETE", `${WEBHOOKS}/${stranger.id}`, { token: stranger.token })).status).toBe(200);
      await world.runner.drain();
      expect(hooks.receiver.received).toEqual([]);
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
          ["POST", WEBHOOKS],
          ["PUT", `${WEBHOOKS}/${hook.id}`],
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
      await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
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
  },
  toLocalServers,
);
