import { expect, test } from "vitest";
import { aMailServer, refusalOf } from "../../../tests/fixtures/mail-server";
import { enqueueMail, mailJobs, mailOverSmtp } from "../../../tests/fixtures/mail-over-smtp";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const { overrides, startServer } = mailOverSmtp();

onBothDatabases(
  "a mail server in trouble",
  (world) => {
    test("a receiver that it refuses for good is a dead letter after one try, and an operator repeats it", async () => {
      let isKnown = false;
      let server: Awaited<ReturnType<typeof aMailServer>> | undefined;
      await startServer(
        async (port) =>
          (server = await aMailServer(port, {
            receiver: () => (isKnown ? null : refusalOf(550, "5.1.1 No such mailbox")),
          })),
      );
      await enqueueMail(world);
      await world.runner.drain();
      expect(await mailJobs(world)).toMatchObject([
        { attempts: 1, diedAt: expect.any(String), lastError: expect.stringContaining("No such mailbox") },
      ]);
      world.clock.forward(86_400);
      await world.runner.drain();
      expect((await mailJobs(world))[0]?.attempts).toBe(1);

      const { token } = await aUser(world, { privilege: "operator" });
      const { docs } = (await world.call("GET", "/operator/jobs", { token })).body.data;
      expect(docs).toHaveLength(1);
      isKnown = true;
      await world.call("POST", `/operator/jobs/${docs[0]._id}/retry`, { token });
      await world.runner.drain();
      expect(server?.received.map((mail) => mail.subject)).toEqual(["Hello"]);
      expect((await mailJobs(world))[0]).toMatchObject({ finishedAt: expect.any(String), diedAt: null });
    });

    test.each([
      ["a letter that it refuses for good is a dead letter at once", { answer: () => refusalOf(554, "spam") }, true],
      ["a letter that it cannot take now is tried again", { answer: () => refusalOf(452, "full") }, false],
      ["a receiver that it cannot take now is tried again", { receiver: () => refusalOf(450, "busy") }, false],
    ])("%s", async (_name, manners, dead) => {
      await startServer((port) => aMailServer(port, manners));
      await enqueueMail(world);
      await world.runner.drain();
      expect((await mailJobs(world)).map((row) => [row.attempts, row.diedAt !== null])).toEqual([[1, dead]]);
      world.clock.forward(6);
      await world.runner.drain();
      expect((await mailJobs(world))[0]?.attempts).toBe(dead ? 1 : 2);
    });

    test("an address that is none is a dead letter at once", async () => {
      await startServer((port) => aMailServer(port));
      await enqueueMail(world, { to: "nobody\u0000 at all" });
      await world.runner.drain();
      expect((await mailJobs(world))[0]?.diedAt).not.toBeNull();
    });

    test("one that refuses half takes the other half once", async () => {
      let server: Awaited<ReturnType<typeof aMailServer>> | undefined;
      await startServer(
        async (port) =>
          (server = await aMailServer(port, {
            receiver: (address) => (/[13579]@/.test(address) ? refusalOf(550, "no") : null),
          })),
      );
      for (let n = 0; n < 10; n += 1) await enqueueMail(world, { to: `person${n}@example.com` });
      await world.runner.drain();
      world.clock.forward(86_400);
      await world.runner.drain();
      expect(server?.received.map((mail) => mail.to?.[0]?.address).toSorted()).toEqual(
        [0, 2, 4, 6, 8].map((n) => `person${n}@example.com`),
      );
      expect((await mailJobs(world)).filter((row) => row.diedAt !== null)).toHaveLength(5);
    });
  },
  { overrides },
);
