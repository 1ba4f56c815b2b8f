import { expect, test, vi } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { leaving } from "../../../tests/fixtures/leaving";
import { beforeNextTransaction } from "../../../tests/fixtures/meanwhile";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../../tests/fixtures/world";
import { PermanentFailure } from "~/platform/jobs/permanent-failure";
import { sendMail } from "~/platform/mail/send-mail.server";

onBothDatabases("leaving an address", (world) => {
  const { leave, tracesFound } = leaving(world);

  test("letters that still wait for this person are forgotten, and nobody else's", async () => {
    const [me, stranger] = [await aUser(world), await aUser(world)];
    for (const to of [me.email, stranger.email])
      await sendMail.enqueue(world.services.db, world.services, { to, subject: "Hello", text: "", html: "" });
    await leave(me.token);
    expect(await everythingStored(world)).not.toContain(me.email);
    expect((await mailsSent(world)).map((mail) => mail.to)).toEqual([stranger.email]);
  });

  test("a change of address that is still on its way is not written down", async () => {
    const buyer = await aUser(world);
    beforeNextTransaction(world, () => leave(buyer.token));
    const body = { email: "new@example.com", password: PASSWORD };
    expect((await world.call("POST", "/user/email", { token: buyer.token, body })).status).toBe(401);
    expect(await tracesFound([buyer.email, "new@example.com"])).toEqual([]);
  });

  async function movedBuyer() {
    const buyer = await aUser(world, { email: "ada.before@example.com" });
    const to = "ada.after@example.com";
    await world.call("POST", "/support", {
      body: { email: buyer.email, telephone: "5550177", description: "Where is my bread?" },
    });
    await world.call("POST", "/newsletter", { body: { email: buyer.email } });
    const { token: team } = await aUser(world, { privilege: "operator", firstName: "Grace", lastName: "Hopper" });
    const { _id } = await world.services.db.selectFrom("supportMessages").select("_id").executeTakeFirstOrThrow();
    await world.call("POST", `/operator/support/${_id}/answer`, { token: team, body: { answer: "On its way." } });
    await world.call("POST", "/user/email", { token: buyer.token, body: { email: to, password: PASSWORD } });
    const link = /email\/confirm\?link=([0-9a-f]{64})/.exec((await mailsSent(world, to)).at(-1)?.text ?? "")?.[1];
    expect((await world.call("POST", "/user/email/confirm", { body: { link } })).status).toBe(200);
    await mailsSent(world);
    return { buyer, to };
  }

  test("takes along what was written and asked for under the address before", async () => {
    const { buyer, to } = await movedBuyer();
    const { data } = (await world.call("GET", "/user/export", { token: buyer.token })).body;
    expect(data).toMatchObject({
      newsletter: { email: to },
      messages: [{ email: to, description: "Where is my bread?", replies: [{ text: "On its way." }] }],
    });
    await leave(buyer.token);
    expect(await tracesFound([buyer.email, to, "5550177", "Where is my bread?", "On its way."])).toEqual([]);
  });

  test("letters to every address that is still known are forgotten, unless it is somebody else's by now", async () => {
    const { buyer, to } = await movedBuyer();
    const ask = (email: string) =>
      world.call("POST", "/user/email", { token: buyer.token, body: { email, password: PASSWORD } });
    const mistyped = "ada.aftre@example.com";
    await ask(mistyped);
    await mailsSent(world);
    const letter = { subject: "Order #1 is paid", text: "9 Hidden Close", html: "" };
    for (const email of [buyer.email, to, mistyped])
      await sendMail.enqueue(world.services.db, world.services, { to: email, ...letter });
    const refusing = vi.spyOn(world.services.mail, "send").mockRejectedValue(new PermanentFailure("no such mailbox"));
    await world.runner.drain();
    refusing.mockRestore();
    await aUser(world, { email: mistyped });
    await leave(buyer.token);
    const mailJobs = await world.services.db.selectFrom("jobs").select("payload").where("kind", "=", "mail").execute();
    const receivers = mailJobs.flatMap(({ payload }) => (JSON.parse(payload) as { to?: string }).to ?? []);
    expect(receivers).toEqual([mistyped]);
  });

  test("the address may sign up again, and starts from nothing", async () => {
    const { buyer } = await aPaidOrder(world);
    await leave(buyer.token);
    const newAccount = await aUser(world, { email: buyer.email });
    expect((await world.call("GET", "/product/order", { token: newAccount.token })).body.data.total).toBe(0);
  });
});
