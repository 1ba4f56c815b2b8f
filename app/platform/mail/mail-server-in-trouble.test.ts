import { afterEach, expect, test } from "vitest";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { aPaidCheckout, aPaidOrder, statusOf } from "../../../tests/fixtures/checkout";
import { freePort } from "../../../tests/fixtures/free-port";
import { longTest } from "../../../tests/fixtures/long-test";
import { aMailServer, aSilentServer, refusalOf } from "../../../tests/fixtures/mail-server";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { sendMail } from "./send-mail.server";
import { mailTransport, type Mail, type MailTransport } from "./transport.server";

const MAIL: Mail = { to: "ada@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
const from = { mailFrom: "Fieldstall <hello@fieldstall.example>", publicUrl: "http://shop.test", dataDir: "" };
/** Each test shortens the timeout that it is about. No machine meets the others. */
const TIMEOUTS = {
  dnsTimeout: WAIT_MS,
  connectionTimeout: WAIT_MS,
  greetingTimeout: WAIT_MS,
  socketTimeout: WAIT_MS,
};

let cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp) await step();
  cleanUp = [];
});

let transport: MailTransport;
const lateTransport: MailTransport = { send: (mail, id) => transport.send(mail, id), close: () => undefined };

async function standsAt(start: (port: number) => Promise<{ stop(): Promise<void> }>, timeouts = TIMEOUTS) {
  const port = await freePort();
  const server = await start(port);
  cleanUp.push(server.stop);
  transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}` }, timeouts);
}

onBothDatabases(
  "a mail server in trouble",
  (world) => {
    const enqueue = (mail: Partial<Mail> = {}) =>
      sendMail.enqueue(world.services.db, world.services, { ...MAIL, ...mail });
    const mails = () =>
      world.services.db.selectFrom("jobs").selectAll().where("kind", "=", "mail").orderBy("_id").execute();

    test("a receiver that it refuses for good is a dead letter after one try, and an operator repeats it", async () => {
      let isKnown = false;
      let server: Awaited<ReturnType<typeof aMailServer>> | undefined;
      await standsAt(
        async (port) =>
          (server = await aMailServer(port, {
            receiver: () => (isKnown ? null : refusalOf(550, "5.1.1 No such mailbox")),
          })),
      );
      await enqueue();
      await world.runner.drain();
      expect(await mails()).toMatchObject([
        { attempts: 1, diedAt: expect.any(String), lastError: expect.stringContaining("No such mailbox") },
      ]);
      world.clock.forward(86_400);
      await world.runner.drain();
      expect((await mails())[0]?.attempts).toBe(1);

      const { token } = await aUser(world, { privilege: "operator" });
      const { docs } = (await world.call("GET", "/operator/jobs", { token })).body.data;
      expect(docs).toHaveLength(1);
      isKnown = true;
      await world.call("POST", `/operator/jobs/${docs[0]._id}/retry`, { token });
      await world.runner.drain();
      expect(server?.received.map((mail) => mail.subject)).toEqual(["Hello"]);
      expect((await mails())[0]).toMatchObject({ finishedAt: expect.any(String), diedAt: null });
    });

    test.each([
      ["a letter that it refuses for good is a dead letter at once", { answer: () => refusalOf(554, "spam") }, true],
      ["a letter that it cannot take now is tried again", { answer: () => refusalOf(452, "full") }, false],
      ["a receiver that it cannot take now is tried again", { receiver: () => refusalOf(450, "busy") }, false],
    ])("%s", async (_name, manners, dead) => {
      await standsAt((port) => aMailServer(port, manners));
      await enqueue();
      await world.runner.drain();
      expect((await mails()).map((row) => [row.attempts, row.diedAt !== null])).toEqual([[1, dead]]);
      world.clock.forward(6);
      await world.runner.drain();
      expect((await mails())[0]?.attempts).toBe(dead ? 1 : 2);
    });

    test("an address that is none is a dead letter at once", async () => {
      await standsAt((port) => aMailServer(port));
      await enqueue({ to: "nobody\u0000 at all" });
      await world.runner.drain();
      expect((await mails())[0]?.diedAt).not.toBeNull();
    });

    test("one that refuses half takes the other half once", async () => {
      let server: Awaited<ReturnType<typeof aMailServer>> | undefined;
      await standsAt(
        async (port) =>
          (server = await aMailServer(port, {
            receiver: (address) => (/[13579]@/.test(address) ? refusalOf(550, "no") : null),
          })),
      );
      for (let n = 0; n < 10; n += 1) await enqueue({ to: `person${n}@example.com` });
      await world.runner.drain();
      world.clock.forward(86_400);
      await world.runner.drain();
      expect(server?.received.map((mail) => mail.to?.[0]?.address).toSorted()).toEqual(
        [0, 2, 4, 6, 8].map((n) => `person${n}@example.com`),
      );
      expect((await mails()).filter((row) => row.diedAt !== null)).toHaveLength(5);
    });

    test("one that takes connections and says nothing is given up in time, and the mail waits for it", async () => {
      await standsAt(aSilentServer, { ...TIMEOUTS, greetingTimeout: 100 });
      await enqueue();
      await world.runner.drain();
      expect(await mails()).toMatchObject([{ attempts: 1, diedAt: null, lastError: "Greeting never received" }]);
    });

    longTest("one that falls silent after the letter is given up in time, and the mail waits for it", async () => {
      await standsAt((port) => aMailServer(port, { slowMs: 10_000 }), { ...TIMEOUTS, socketTimeout: 1500 });
      await enqueue();
      await world.runner.drain();
      expect(await mails()).toMatchObject([{ attempts: 1, diedAt: null, lastError: "Timeout" }]);
    });

    test("a paid order waits for none of twenty mails that hang, whether the buyer comes back or not", async () => {
      let silent: Awaited<ReturnType<typeof aSilentServer>> | undefined;
      await standsAt(async (port) => (silent = await aSilentServer(port)));
      for (let n = 0; n < 20; n += 1) await enqueue({ subject: `Mail ${n}` });
      const checkout = await aPaidCheckout(world);
      world.clock.forward(16);
      await world.runner.start();
      // Four mails hang before anything else is begun.
      await expect.poll(() => silent?.connections()).toBe(4);
      const came = await aPaidOrder(world);
      expect(await statusOf(world, came.orderId)).toBe("paid");
      await expect.poll(() => statusOf(world, checkout.orderId)).toBe("paid");
      expect((await mails()).filter((row) => row.finishedAt !== null)).toEqual([]);
      await silent?.stop();
      await world.runner.stop();
    });
  },
  { overrides: { mail: lateTransport } },
);
