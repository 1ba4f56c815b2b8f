import { expect, test } from "vitest";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

async function aMessage(world: World, subject = "Delivery") {
  await world.call("POST", "/support", {
    body: {
      fullname: "Grace Hopper",
      email: "grace@example.com",
      subject,
      telephone: "",
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
    const answered = await world.call("POST", `/operator/support/${first}/answer`, {
      token,
      body: { answer: "On their way.\nTomorrow." },
    });
    expect(answered.status).toBe(200);
    expect(await open()).toEqual([second]);
    const mail = (await mailsSent(world, "grace@example.com")).at(-1);
    expect([
      mail?.subject,
      mail?.text.includes("On their way.\nTomorrow."),
      mail?.text.includes("Where are my pears?"),
    ]).toEqual(["Re: First", true, true]);
    expect((await world.call("GET", "/operator/support?state=done", { token })).body.data.docs).toMatchObject([
      { _id: first, answer: "On their way.\nTomorrow.", answeredBy: "Olive Hartman" },
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
});
