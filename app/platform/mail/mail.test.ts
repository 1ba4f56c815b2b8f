import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../tests/fixtures/free-port";
import { aMailServer, refusalOf } from "../../../tests/fixtures/mail-server";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { sendMail } from "./send-mail.server";
import { mailTransport, type Mail, type MailTransport } from "./transport.server";

const MAIL: Mail = {
  to: "ada@example.com",
  subject: "12345 is your Fieldstall code – süß",
  text: "Hello Ada,\n\n    12345\n\n-- \nFieldstall",
  html: "<p>Hello Ada</p>",
};
const from = { mailFrom: "Fieldstall <hello@fieldstall.example>", publicUrl: "http://shop.test" };

let cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp) await step();
  cleanUp = [];
});

let transport: MailTransport;
const lateTransport: MailTransport = { send: (mail, id) => transport.send(mail, id), close: () => undefined };

onBothDatabases(
  "mail over SMTP",
  (world) => {
    const enqueue = (mail: Partial<Mail> = {}) =>
      sendMail.enqueue(world.services.db, world.services, { ...MAIL, ...mail });

    test("a server that is down for a while loses nothing, and gets each mail once when it is back", async () => {
      const port = await freePort();
      transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" });
      for (let n = 0; n < 5; n += 1) await enqueue({ subject: `Mail ${n}` });
      await world.runner.drain();
      world.clock.forward(6);
      await world.runner.drain();
      expect(
        await world.services.db.selectFrom("jobs").select("attempts").where("finishedAt", "is", null).execute(),
      ).toEqual(Array.from({ length: 5 }, () => ({ attempts: 2 })));
      const server = await aMailServer(port);
      cleanUp.push(server.stop);
      world.clock.forward(12);
      await Promise.all([world.runner.drain(), world.runner.drain()]);
      expect(server.received.map((mail) => mail.subject).toSorted()).toEqual([
        "Mail 0",
        "Mail 1",
        "Mail 2",
        "Mail 3",
        "Mail 4",
      ]);
      world.clock.forward(3600);
      await world.runner.drain();
      expect(server.received).toHaveLength(5);
    });

    test("a server that says not now gets it again under the same id, so that a double can be told", async () => {
      const ids: string[] = [];
      const port = await freePort();
      const server = await aMailServer(port, {
        answer: (mail) => {
          ids.push(mail.messageId ?? "");
          return ids.length === 1 ? refusalOf(451, "greylisted") : null;
        },
      });
      cleanUp.push(server.stop);
      transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" });
      await enqueue();
      await world.runner.drain();
      world.clock.forward(6);
      await world.runner.drain();
      expect([ids.length, new Set(ids).size, server.received.length]).toEqual([2, 1, 1]);
      expect(ids[0]).toMatch(/^<[0-9a-f]{24}@shop\.test>$/);
    });

    test("one that is never taken does not stop the others", async () => {
      const port = await freePort();
      const server = await aMailServer(port, {
        answer: (mail) => (mail.subject === "bad" ? refusalOf(550, "no such user") : null),
      });
      cleanUp.push(server.stop);
      transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" });
      await enqueue({ subject: "bad" });
      await enqueue({ subject: "good" });
      await world.runner.drain();
      expect(server.received.map((mail) => mail.subject)).toEqual(["good"]);
    });

    test("arrives whole, with sender, both forms, umlauts and the way to unsubscribe", async () => {
      const port = await freePort();
      const server = await aMailServer(port);
      cleanUp.push(server.stop);
      transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" });
      await enqueue({ unsubscribe: "http://shop.test/newsletter/unsubscribe?link=abc" });
      await world.runner.drain();
      const [mail] = server.received;
      expect(mail).toMatchObject({
        from: { name: "Fieldstall", address: "hello@fieldstall.example" },
        to: [{ address: "ada@example.com" }],
        subject: MAIL.subject,
      });
      expect(mail?.text?.trim()).toBe(MAIL.text);
      expect(mail?.html?.trim()).toBe(MAIL.html);
      const header = (name: string) => mail?.headers.find((line) => line.key === name)?.value;
      expect(header("list-unsubscribe")).toContain("<http://shop.test/newsletter/unsubscribe?link=abc>");
      expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      expect(header("auto-submitted")).toBe("auto-generated");
    });

    test("a line break in a subject or an address adds no header and no receiver", async () => {
      const port = await freePort();
      const server = await aMailServer(port);
      cleanUp.push(server.stop);
      transport = mailTransport({ ...from, smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" });
      await world.call("POST", "/support", {
        body: {
          email: "ada@example.com",
          subject: "Hi\r\nBcc: all@example.com",
          fullname: "Ada\r\nX-Evil: yes",
          description: "Text",
        },
      });
      await world.runner.drain();
      expect(server.received).toHaveLength(2);
      for (const mail of server.received) {
        expect(mail.headers.map((line) => line.key)).not.toContain("x-evil");
        expect([mail.bcc ?? [], mail.to?.length]).toEqual([[], 1]);
      }
    });
  },
  { overrides: { mail: lateTransport } },
);

test("without a mail server each mail becomes one whole file in the outbox, however often it is tried", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-outbox-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const fileTransport = mailTransport({ ...from, smtpUrl: null, dataDir: folder });
  await fileTransport.send(MAIL, "a".repeat(24));
  await fileTransport.send(MAIL, "a".repeat(24));
  await fileTransport.send({ ...MAIL, to: "grace@example.com", unsubscribe: "http://shop.test/u" }, "b".repeat(24));
  expect((await readdir(path.join(folder, "outbox"))).toSorted()).toEqual([
    `${"a".repeat(24)}.eml`,
    `${"b".repeat(24)}.eml`,
  ]);
  const mail = await PostalMime.parse(await readFile(path.join(folder, "outbox", `${"b".repeat(24)}.eml`)));
  expect(mail).toMatchObject({
    subject: MAIL.subject,
    to: [{ address: "grace@example.com" }],
    text: expect.stringContaining("12345"),
  });
  expect(mail.headers.find((line) => line.key === "list-unsubscribe")?.value).toContain("<http://shop.test/u>");
});
