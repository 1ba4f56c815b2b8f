import { expect, test } from "vitest";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

async function aMessage(world: World, subject = "Delivery", order = "") {
  await world.call("POST", "/support", {
    body: {
      fullname: "Grace Hopper",
      email: "grace@example.com",
      subject,
      telephone: "",
      order,
      description: "Where are my pears?",
    },
  });
  world.clock.forward(60);
  return (
    await world.services.db
      .selectFrom("supportMessages")
      .selectAll()
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow()
  )._id;
}

onBothDatabases("support", (world) => {
  test("open messages wait, oldest first, until one is answered by mail", async () => {
    const { token } = await anOperator(world);
    const [first, second] = [await aMessage(world, "First"), await aMessage(world, "Second")];
    const open = async () =>
      (await world.call("GET", "/operator/support", { token })).body.data.docs.map((doc: { _id: string }) => doc._id);
    expect(await open()).toEqual([first, second]);
    const answer = await world.call("POST", `/operator/support/${first}/answer`, {
      token,
      body: { answer: "On their way.\nTomorrow." },
    });
    expect(answer.status).toBe(200);
    expect(await open()).toEqual([second]);
    const mail = (await mailsSent(world, "grace@example.com")).at(-1);
    expect([
      mail?.subject,
      mail?.text.includes("On their way.\nTomorrow."),
      mail?.text.includes("Where are my pears?"),
    ]).toEqual(["Re: First", true, true]);
    expect((await world.call("GET", "/operator/support?state=done", { token })).body.data.docs).toMatchObject([
      { _id: first, answers: 1, answeredBy: "Olive Hartman" },
    ]);
    expect((await world.call("GET", "/operator/overview", { token })).body.data.support).toBe(1);
  });

  test("is done without an answer, and of two operators one answers", async () => {
    const { token } = await anOperator(world);
    const id = await aMessage(world);
    expect(
      (await world.call("POST", `/operator/support/${id}/answer`, { token, body: { answer: " " } })).body.error[0]
        .field,
    ).toBe("answer");
    const answers = await Promise.all([
      world.call("POST", `/operator/support/${id}/done`, { token }),
      world.call("POST", `/operator/support/${id}/answer`, { token, body: { answer: "Soon." } }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await world.services.db.selectFrom("auditLog").select("action").execute()).toHaveLength(1);
    expect((await world.call("POST", `/operator/support/${"0".repeat(24)}/done`, { token })).status).toBe(404);
  });

  test("goes on as a conversation: its writer sees the answer and replies, and it waits again", async () => {
    const { token } = await anOperator(world);
    const buyer = await aUser(world, { email: "grace@example.com" });
    const stranger = await aUser(world);
    const [older, id] = [await aMessage(world, "Older"), await aMessage(world, "Pears", "#1044")];
    const ownMessages = async (path = "") =>
      (await world.call("GET", `/user/messages${path}`, { token: buyer.token })).body.data;
    const reply = (body: object, as = buyer.token) =>
      world.call("POST", `/user/messages/${id}/replies`, { token: as, body });
    expect((await ownMessages()).docs).toMatchObject([
      { _id: id, subject: "Pears", order: "1044", answeredAt: null },
      { _id: older, subject: "Older", order: "" },
    ]);
    // A person with another address finds none of it.
    expect((await world.call("GET", "/user/messages", { token: stranger.token })).body.data.total).toBe(0);
    expect((await world.call("GET", `/user/messages/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await reply({ reply: "Mine?" }, stranger.token)).status).toBe(404);

    await world.call("POST", `/operator/support/${id}/answer`, { token, body: { answer: "On their way." } });
    expect((await mailsSent(world, "grace@example.com")).at(-1)?.text).toContain(`/customer/messages/${id}`);
    expect((await ownMessages(`/${id}`)).replies).toMatchObject([
      { side: "team", name: "Olive Hartman", text: "On their way." },
    ]);

    world.clock.forward(60);
    expect((await reply({ reply: " " })).body.error[0].field).toBe("reply");
    expect((await reply({ reply: "They never came." })).status).toBe(200);
    const open = (await world.call("GET", "/operator/support", { token })).body.data.docs;
    // The writer who has no answer yet has waited longer.
    expect(open.map((doc: { _id: string }) => doc._id)).toEqual([older, id]);
    const thread = (await world.call("GET", `/operator/support/${id}`, { token })).body.data;
    expect(thread.replies.map((one: { side: string }) => one.side)).toEqual(["team", "writer"]);
    const mailText = (await mailsSent(world, world.services.config.market.email)).at(-1)?.text;
    expect([mailText?.includes("They never came."), mailText?.includes(`/operator/support/${id}`)]).toEqual([
      true,
      true,
    ]);
    expect(
      (await world.call("POST", `/operator/support/${id}/answer`, { token, body: { answer: "We look." } })).status,
    ).toBe(200);
  });

  test("is taken care of by one of the team, and the log says who had it before", async () => {
    const olive = await anOperator(world);
    const otherOperator = await aUser(world, { privilege: "operator", firstName: "Otto", lastName: "Reed" });
    const buyer = await aUser(world);
    const id = await aMessage(world);
    const assign = (operator: string) =>
      world.call("POST", `/operator/support/${id}/assign`, { token: olive.token, body: { operator } });
    const listFor = async (assigned: string) =>
      (await world.call("GET", `/operator/support?assigned=${assigned}`, { token: olive.token })).body.data.total;
    expect([await listFor("nobody"), await listFor("me")]).toEqual([1, 0]);
    expect((await assign(olive._id)).status).toBe(200);
    expect([await listFor("nobody"), await listFor("me")]).toEqual([0, 1]);
    world.clock.forward(1);
    await assign(otherOperator._id);
    await assign(otherOperator._id);
    world.clock.forward(1);
    expect((await world.call("GET", `/operator/support/${id}`, { token: olive.token })).body.data).toMatchObject({
      assignedTo: { _id: otherOperator._id, name: "Otto Reed" },
      operators: [{ name: "Olive Hartman" }, { name: "Otto Reed" }],
    });
    expect((await assign(buyer._id)).body.error[0]).toMatchObject({ code: "not_an_operator", field: "operator" });
    await assign("");
    const log = (await world.call("GET", "/operator/audit?action=message.assigned", { token: olive.token })).body.data;
    expect(log.docs.map((entry: { details: { changes: object[] } }) => entry.details.changes[0])).toEqual([
      { what: "Taken care of by", from: "Otto Reed", to: "" },
      { what: "Taken care of by", from: "Olive Hartman", to: "Otto Reed" },
      { what: "Taken care of by", from: "", to: "Olive Hartman" },
    ]);
  });
});
