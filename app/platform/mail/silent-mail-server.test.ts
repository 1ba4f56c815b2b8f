import { expect, test } from "vitest";
import { aPaidCheckout, aPaidOrder, statusOf } from "../../../tests/fixtures/checkout";
import { longTest } from "../../../tests/fixtures/long-test";
import { aMailServer, aSilentServer } from "../../../tests/fixtures/mail-server";
import { enqueueMail, mailJobs, mailOverSmtp, SMTP_TIMEOUTS } from "../../../tests/fixtures/mail-over-smtp";
import { onBothDatabases } from "../../../tests/fixtures/world";

const { overrides, startServer } = mailOverSmtp();

onBothDatabases(
  "a mail server that says nothing",
  (world) => {
    test("one that takes connections and says nothing is given up in time, and the mail waits for it", async () => {
      await startServer(aSilentServer, { ...SMTP_TIMEOUTS, greetingTimeout: 100 });
      await enqueueMail(world);
      await world.runner.drain();
      expect(await mailJobs(world)).toMatchObject([
        { attempts: 1, diedAt: null, lastError: "Greeting never received" },
      ]);
    });

    longTest("one that falls silent after the letter is given up in time, and the mail waits for it", async () => {
      await startServer((port) => aMailServer(port, { slowMs: 10_000 }), { ...SMTP_TIMEOUTS, socketTimeout: 1500 });
      await enqueueMail(world);
      await world.runner.drain();
      expect(await mailJobs(world)).toMatchObject([{ attempts: 1, diedAt: null, lastError: "Timeout" }]);
    });

    test("a paid order waits for none of twenty mails that hang, whether the buyer comes back or not", async () => {
      let silent: Awaited<ReturnType<typeof aSilentServer>> | undefined;
      await startServer(async (port) => (silent = await aSilentServer(port)));
      for (let n = 0; n < 20; n += 1) await enqueueMail(world, { subject: `Mail ${n}` });
      const checkout = await aPaidCheckout(world);
      world.clock.forward(16);
      await world.runner.start();
      // Four mails hang before anything else is begun.
      await expect.poll(() => silent?.connections()).toBe(4);
      const came = await aPaidOrder(world);
      expect(await statusOf(world, came.orderId)).toBe("paid");
      await expect.poll(() => statusOf(world, checkout.orderId)).toBe("paid");
      expect((await mailJobs(world)).filter((row) => row.finishedAt !== null)).toEqual([]);
      await silent?.stop();
      await world.runner.stop();
    });
  },
  { overrides },
);
