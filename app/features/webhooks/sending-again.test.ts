import { expect, test } from "vitest";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { answersWith, closes, hangs, takes } from "../../../tests/fixtures/receiver";
import { WEBHOOKS, withWebhooks } from "../../../tests/fixtures/webhooks";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { outbound } from "~/platform/outbound/outbound.server";
import { EVENT_TYPES } from "./plain-schema";

const DAY = 86_400;

/** The sender's timeout in milliseconds. Only a test in which no answer comes shortens it. */
let timeoutMs = WAIT_MS;

onBothDatabases(
  "events that a server does not take",
  (world) => {
    const hooks = withWebhooks(world);
    const { aListener, log, receiverThat } = hooks;

    /** Returns the moment at which the next job becomes due, in milliseconds, or Infinity. */
    async function nextJobAt(): Promise<number> {
      const next = await world.services.db
        .selectFrom("jobs")
        .select("runAt")
        .where("finishedAt", "is", null)
        .where("runAt", ">", timestamp(world.clock))
        .orderBy("runAt")
        .limit(1)
        .executeTakeFirst();
      return next ? Date.parse(next.runAt) : Infinity;
    }

    test("whatever a server does, it is written down and tried again with the same id", async () => {
      const hook = await aListener();
      await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
      const inside = await receiverThat(takes);
      for (const answer of [
        answersWith(500, "sorry"),
        hangs,
        answersWith(302, "", { Location: inside.url }),
        closes,
        answersWith(200, "a".repeat(100_000)),
      ]) {
        hooks.receiver.answer = answer;
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
      expect(new Set(hooks.receiver.received.map(({ event }) => event.id))).toEqual(new Set([delivery!.event]));
      expect(new Set(hooks.receiver.received.map(({ body }) => body)).size).toBe(1);
      expect(hooks.receiver.received).toHaveLength(5);
      expect(world.logged.join("\n")).not.toContain(hook.secret);
    });

    test("after three days in vain a delivery has failed, its webhook is off and its owner told once; then it is sent again", async () => {
      const hook = await aListener();
      hooks.receiver.answer = answersWith(503, "closed on Sundays");
      for (let n = 0; n < 2; n += 1) await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
      const pauses: number[] = [];
      let last = world.clock.now().getTime();
      const end = last + (3 * DAY + 600) * 1000;
      while (world.clock.now().getTime() < end) {
        const receivedCount = hooks.receiver.received.length;
        await world.runner.drain();
        if (hooks.receiver.received.length > receivedCount) {
          pauses.push(world.clock.now().getTime() - last);
          last = world.clock.now().getTime();
        }
        const until = Math.min(await nextJobAt(), end);
        world.clock.forward((until - world.clock.now().getTime()) / 1000);
      }
      expect(hooks.receiver.received.length).toBeGreaterThan(20);
      expect(hooks.receiver.received.length).toBeLessThan(50);
      expect(Math.max(...pauses)).toBeGreaterThan(3 * 3_600_000);
      expect(Math.max(...pauses)).toBeLessThan(9 * 3_600_000);
      // The first delivery that was given up turned the webhook off. The other delivery still waits.
      const deliveries = await log(hook);
      expect(deliveries.map((one) => [one.status, one.answerStatus, one.answer]).toSorted()).toEqual([
        ["failed", 503, "closed on Sundays"],
        ["waiting", 503, "closed on Sundays"],
      ]);
      const { body } = await world.call("GET", `${WEBHOOKS}/${hook.id}`, { token: hook.token });
      expect(body.data).toMatchObject({ enabled: false, turnedOffAt: expect.any(String) });
      expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
        [hook.merchant.email, "Your webhook is turned off"],
      ]);

      hooks.receiver.answer = takes;
      hooks.receiver.received.length = 0;
      await world.call("PUT", `${WEBHOOKS}/${hook.id}`, {
        token: hook.token,
        body: { url: hooks.receiver.url, events: EVENT_TYPES, enabled: true },
      });
      await world.runner.drain();
      expect(hooks.receiver.received.map((one) => one.event.id)).toEqual(
        deliveries.filter(({ status }) => status === "waiting").map(({ event }) => event),
      );
      const { _id } = deliveries.find(({ status }) => status === "failed")!;
      await world.call("POST", `${WEBHOOKS}/${hook.id}/deliveries/${_id}/send`, { token: hook.token });
      await world.runner.drain();
      expect(hooks.receiver.received.map((one) => one.event.id).toSorted()).toEqual(
        deliveries.map(({ event }) => event).toSorted(),
      );
      expect((await log(hook)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      expect(world.mails).toHaveLength(1);
    });

    test("a server that was away for a night is told everything once it is back, and stays on", async () => {
      const hook = await aListener();
      hooks.receiver.answer = closes;
      for (let n = 0; n < 5; n += 1) await world.call("POST", `${WEBHOOKS}/${hook.id}/test`, { token: hook.token });
      for (let hour = 0; hour < 8; hour += 1) {
        await world.runner.drain();
        world.clock.forward(3600);
      }
      hooks.receiver.answer = takes;
      hooks.receiver.received.length = 0;
      world.clock.forward(9 * 3600);
      await world.runner.drain();
      expect(new Set(hooks.receiver.received.map(({ event }) => event.id)).size).toBe(5);
      expect((await log(hook)).map((one) => one.status)).toEqual(Array(5).fill("delivered"));
      const { body } = await world.call("GET", `${WEBHOOKS}/${hook.id}`, { token: hook.token });
      expect(body.data).toMatchObject({ enabled: true, failingSince: null });
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
