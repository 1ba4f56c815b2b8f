import { expect, test } from "vitest";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const EMAIL = "reader@example.com";
const ask = (world: World, email = EMAIL) => world.call("POST", "/newsletter", { body: { email } });
const open = (world: World, action: "confirm" | "unsubscribe", link: string) =>
  world.call("POST", `/newsletter/${action}`, { body: { link } });
const row = (world: World, email = EMAIL) =>
  world.services.db.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirst();

/** The tokens of the two links in the newest mail. */
async function linksIn(world: World, email = EMAIL) {
  const text = (await mailsSent(world, email)).at(-1)?.text ?? "";
  const word = (action: string) =>
    new RegExp(`http://shop\\.test/newsletter/${action}\\?link=(\\S+)`).exec(text)?.[1] ?? "";
  return { confirm: word("confirm"), unsubscribe: word("unsubscribe") };
}

onBothDatabases("the newsletter", (world) => {
  test("nothing counts before the link in the mail was opened, and any mail can end it", async () => {
    expect((await ask(world)).status).toBe(201);
    expect(await row(world)).toMatchObject({ confirmedAt: null });
    const links = await linksIn(world);
    expect((await open(world, "confirm", links.confirm)).status).toBe(200);
    expect(await row(world)).toMatchObject({ confirmedAt: "2026-03-02T12:00:00.000Z", unsubscribedAt: null });
    world.clock.forward(60);
    expect((await open(world, "unsubscribe", links.unsubscribe)).status).toBe(200);
    expect(await row(world)).toMatchObject({ unsubscribedAt: "2026-03-02T12:01:00.000Z" });
    expect((await open(world, "unsubscribe", links.unsubscribe)).status).toBe(200);
  });

  test("the mail names the way out where mail programs look for it", async () => {
    await ask(world);
    const [mail] = await mailsSent(world, EMAIL);
    expect(mail?.unsubscribe).toBe(
      `http://shop.test/newsletter/unsubscribe?link=${(await linksIn(world)).unsubscribe}`,
    );
    expect(mail?.html).toContain(mail?.unsubscribe?.replaceAll("&", "&#38;"));
  });

  test("who is on the list already gets no second mail and the same answer; who left may come back", async () => {
    const first = await ask(world);
    const links = await linksIn(world);
    await open(world, "confirm", links.confirm);
    expect((await ask(world)).body).toEqual(first.body);
    expect(await mailsSent(world, EMAIL)).toHaveLength(1);
    await open(world, "unsubscribe", links.unsubscribe);
    await ask(world);
    await open(world, "confirm", (await linksIn(world)).confirm);
    expect(await row(world)).toMatchObject({ unsubscribedAt: null });
  });

  test("a link to confirm is dead once the letters were ended, also after a new request", async () => {
    await ask(world);
    const first = await linksIn(world);
    await open(world, "confirm", first.confirm);
    world.clock.forward(60);
    await open(world, "unsubscribe", first.unsubscribe);
    const dead = await open(world, "confirm", first.confirm);
    expect([dead.status, dead.body.error[0].code]).toEqual([404, "unknown_subscriber"]);
    expect(await row(world)).toMatchObject({ unsubscribedAt: "2026-03-02T12:01:00.000Z" });
    await ask(world);
    expect((await open(world, "confirm", first.confirm)).status).toBe(404);
    expect(await row(world)).toMatchObject({ confirmedAt: null });
    expect((await open(world, "confirm", (await linksIn(world)).confirm)).status).toBe(200);
    // The link still works, because a mail program may open it a second time.
    expect((await open(world, "unsubscribe", first.unsubscribe)).status).toBe(200);
  });

  const FIRST = "reader.first@example.com";
  const NEXT = "reader.next@example.com";
  /** Subscribes an address, and changes the account's address twice. The subscription moves to the last one. */
  async function movedTwice() {
    const { token } = await aUser(world, { email: FIRST });
    await ask(world, FIRST);
    const links = await linksIn(world, FIRST);
    await open(world, "confirm", links.confirm);
    for (const email of [NEXT, EMAIL]) {
      await world.call("POST", "/user/email", { token, body: { email, password: PASSWORD } });
      const text = (await mailsSent(world, email)).at(-1)?.text ?? "";
      const link = /email\/confirm\?link=([0-9a-f]{64})/.exec(text)?.[1];
      expect((await world.call("POST", "/user/email/confirm", { body: { link } })).status).toBe(200);
    }
    expect(await row(world)).toMatchObject({ unsubscribedAt: null });
    return { token, ...links };
  }

  test("a letter to the address before ends it too, while it is known whose that was", async () => {
    const { unsubscribe } = await movedTwice();
    expect((await open(world, "unsubscribe", unsubscribe)).status).toBe(200);
    expect(await row(world)).toMatchObject({ unsubscribedAt: world.clock.now().toISOString() });
  });

  test("a letter to an address that is not on the list any more does not say that it ended or began anything", async () => {
    const { token, confirm, unsubscribe } = await movedTwice();
    world.clock.forward(10 * 86_400);
    await world.runner.drain(["sweep"]);
    const refusal = await open(world, "unsubscribe", unsubscribe);
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([404, "unknown_subscriber"]);
    expect((await open(world, "confirm", confirm)).status).toBe(404);
    expect(await row(world)).toMatchObject({ unsubscribedAt: null });
    await world.call("DELETE", "/user", { token, body: { password: PASSWORD } });
    expect((await open(world, "unsubscribe", unsubscribe)).status).toBe(404);
  });

  test("a forged, changed or swapped link does nothing", async () => {
    await ask(world);
    const links = await linksIn(world);
    const [body = "", mac = ""] = links.confirm.split(".");
    const otherAddress = Buffer.from("other@example.com").toString("base64url");
    for (const link of [
      links.unsubscribe,
      `${otherAddress}.${mac}`,
      `${body}.${mac.slice(0, -1)}`,
      `${body}.${mac}A`,
      `${body}.`,
      body,
      ".",
      "..",
      `${links.confirm} `,
      `${body}=.${mac}`,
      `${body}.${"A".repeat(mac.length)}`,
      "\u2603",
      Buffer.from("a\u0000b").toString("base64url"),
    ]) {
      const refusal = await open(world, "confirm", link);
      expect([link, refusal.status, refusal.body.error[0].code]).toEqual([link, 422, "broken_link"]);
    }
    expect((await open(world, "unsubscribe", links.confirm)).status).toBe(422);
    expect(await row(world)).toMatchObject({ confirmedAt: null, unsubscribedAt: null });
  });
});

onBothDatabases("the contact form", (world) => {
  const write = (overrides: object = {}) =>
    world.call("POST", "/support", {
      body: {
        fullname: "Ada Byron",
        email: EMAIL,
        subject: "Bread",
        telephone: "555",
        description: "Where is it?",
        ...overrides,
      },
    });

  test("keeps the message, tells the team, and thanks the writer", async () => {
    const answer = await write();
    expect([answer.status, answer.body]).toEqual([201, { message: "Your message has been sent successfully!" }]);
    const mails = await mailsSent(world);
    expect(mails.map((mail) => [mail.to, mail.subject]).toSorted()).toEqual([
      ["hello@fieldstall.example", "Contact: Bread"],
      [EMAIL, "We have your message"],
    ]);
    expect(
      await world.services.db.selectFrom("supportMessages").select(["description", "telephone"]).execute(),
    ).toEqual([{ description: "Where is it?", telephone: "555" }]);
  });

  test("only the address and the message are needed", async () => {
    expect((await world.call("POST", "/support", { body: { email: EMAIL, description: "Hi" } })).status).toBe(201);
    expect((await write({ description: " " })).body.error).toEqual([
      { field: "description", message: "Message is required", code: "too_small" },
    ]);
  });

  test("what is written cannot become part of the mail's HTML", async () => {
    await write({
      fullname: "<b>Ada</b>",
      subject: "<script>alert(1)</script>",
      description: "<img src=x onerror=alert(1)>",
    });
    for (const mail of await mailsSent(world)) expect(mail.html).not.toMatch(/<script|<img|<b>/);
  });
});

onBothDatabases(
  "limits on what visitors write",
  (world) => {
    test("one computer sends ten messages an hour, one address gets five answers a day, and one address is asked to confirm three times a day", async () => {
      const message = { email: EMAIL, description: "Hi" };
      const statuses = [];
      for (let n = 0; n < 11; n += 1)
        statuses.push(
          (
            await world.call("POST", "/support", {
              body: { ...message, email: `writer${n}@example.com` },
              address: "198.51.100.77",
            })
          ).status,
        );
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
      const relayed = [];
      for (let n = 0; n < 6; n += 1)
        relayed.push((await world.call("POST", "/support", { body: message, address: `198.51.100.${90 + n}` })).status);
      expect(relayed).toEqual([201, 201, 201, 201, 201, 429]);
      const laterStatuses = [];
      for (let n = 0; n < 4; n += 1)
        laterStatuses.push(
          (
            await world.call("POST", "/newsletter", {
              body: { email: "asked@example.com" },
              address: `198.51.100.${80 + n}`,
            })
          ).status,
        );
      expect(laterStatuses).toEqual([201, 201, 201, 429]);
    });

    test("a checkout is not a way to try stolen cards", async () => {
      const secret = `pi_test_${(await aUser(world))._id}_secret_x`;
      const statuses = [];
      for (let n = 0; n < 16; n += 1)
        statuses.push(
          (
            await world.call("POST", "/test-payments/confirm", {
              body: { clientSecret: secret, number: "4000000000000002", expiry: "04/30", cvc: "123" },
              address: `192.0.2.${n}`,
            })
          ).status,
        );
      expect(statuses).toEqual([...Array.from({ length: 15 }, () => 404), 429]);
    });
  },
  { limits: true },
);
