import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aReceiver, hangs, isSignedWith, takes } from "../fixtures/receiver";
import { databasesHere } from "../fixtures/world";
import { filledOnce } from "./places";
import { buildOnce, startProcess } from "./shop-process";

/* The built server dies as in a power cut while a merchant's own server is answering it. */

/** Longer than a killed process keeps its leases on the job and the endpoint, in seconds. */
const A_MINUTE = 60;

beforeAll(() => buildOnce(), 300_000);

describe.each(databasesHere())("webhooks of a process that is killed (%s)", (kind) => {
  let filled: Awaited<ReturnType<typeof filledOnce>>;
  beforeAll(async () => {
    filled = await filledOnce(kind);
  });
  afterAll(() => filled.remove());

  test("what was sent and not written down comes again under the same id, and is taken once", async () => {
    const place = await filled.copy();
    const receiver = await aReceiver(hangs);
    const start = (secondsAhead: number) =>
      startProcess(
        {
          NODE_ENV: "development",
          APP_SECRET: "a secret that only the tests know.",
          WEBHOOKS_TO_LOCALHOST: "1",
          DATA_DIR: place.folder,
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        },
        secondsAhead,
      );
    let shop = await start(0);
    try {
      const call = async (path: string, body?: object) => {
        const answer = await fetch(`${shop.address}/api/v1/merchant/webhooks${path}`, {
          method: "POST",
          headers: { Authorization: place.merchant.token, "Content-Type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        });
        expect([path, answer.status]).toEqual([path, 201]);
        return (await answer.json()).data;
      };
      const { _id } = await call("", { url: receiver.url, events: ["order.placed"] });
      const { secret } = await call(`/${_id}/secret`);
      const { event } = await call(`/${_id}/test`);
      await receiver.came(1);
      await shop.kill();

      receiver.answer = takes;
      shop = await start(A_MINUTE);
      await receiver.came(2);
      await shop.stop();
      const [first, second] = receiver.received;
      expect([first!.event.id, second!.event.id, second!.body]).toEqual([event, event, first!.body]);
      expect(receiver.received.map((one) => isSignedWith(one, secret))).toEqual([true, true]);
      const rows = await place.database.db.selectFrom("webhookDeliveries").select(["status", "attempts"]).execute();
      expect(rows).toEqual([{ status: "delivered", attempts: 1 }]);
    } finally {
      await shop.kill();
      await receiver.close();
      await place.remove();
    }
  });
});
