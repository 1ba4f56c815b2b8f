import { parse } from "csv-parse/sync";
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

async function aJob(world: World, more: object = {}) {
  const _id = Math.random().toString(16).slice(2).padEnd(24, "0").slice(0, 24);
  const at = "2026-03-02T11:00:00.000Z";
  await world.services.db
    .insertInto("jobs")
    .values({
      _id,
      kind: "mail",
      payload: JSON.stringify({ to: "grace@example.com", subject: "Secret", text: "12345", html: "" }),
      uniqueKey: null,
      runAt: at,
      attempts: 10,
      leasedUntil: null,
      everySeconds: null,
      finishedAt: null,
      diedAt: at,
      lastError: "550 No such mailbox",
      createdAt: at,
      ...more,
    })
    .execute();
  return _id;
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

onBothDatabases("the newsletter", (world) => {
  test("exports who has confirmed and not unsubscribed, as text that no spreadsheet runs", async () => {
    const { token } = await anOperator(world);
    const at = "2026-03-01T08:00:00.000Z";
    const row = (email: string, confirmedAt: string | null, unsubscribedAt: string | null = null) => ({
      email,
      createdAt: at,
      confirmedAt,
      unsubscribedAt,
    });
    await world.services.db
      .insertInto("subscribers")
      .values([
        row("=cmd@example.com", at),
        row("ada@example.com", at),
        row("new@example.com", null),
        row("gone@example.com", at, at),
      ])
      .execute();
    expect((await world.call("GET", "/operator/newsletter", { token })).body.data).toEqual({
      confirmed: 2,
      waiting: 1,
      unsubscribed: 1,
    });
    const file = await world.call("GET", "/operator/newsletter/export", { token });
    expect(file.headers.get("Content-Type")).toContain("text/csv");
    const rows = parse(file.body, { columns: true }) as Record<string, string>[];
    expect(rows.map((line) => line["email"])).toEqual(["'=cmd@example.com", "ada@example.com"]);
    const link = new URL(rows[1]?.["unsubscribe link"] ?? "").searchParams.get("link");
    expect((await world.call("POST", "/newsletter/unsubscribe", { body: { link } })).status).toBe(200);
    expect((await world.call("GET", "/operator/newsletter", { token })).body.data.confirmed).toBe(1);
    expect(
      await world.services.db.selectFrom("auditLog").select(["action", "details"]).executeTakeFirstOrThrow(),
    ).toEqual({ action: "newsletter.exported", details: '{"addresses":2}' });
  });
});

onBothDatabases("jobs", (world) => {
  test("one that failed for good is shown without what it holds, and tried anew", async () => {
    const { token } = await anOperator(world);
    const dead = await aJob(world);
    await aJob(world, { diedAt: null, runAt: "2026-03-03T00:00:00.000Z" });
    const { data } = (await world.call("GET", "/operator/jobs", { token })).body;
    expect(data).toMatchObject({ total: 1, docs: [{ _id: dead, kind: "mail", lastError: "550 No such mailbox" }] });
    expect(JSON.stringify(data)).not.toContain("12345");
    expect((await world.call("GET", "/operator/overview", { token })).body.data).toMatchObject({
      deadJobs: 1,
      waitingJobs: 1,
    });
    const retry = () => world.call("POST", `/operator/jobs/${dead}/retry`, { token });
    expect((await retry()).status).toBe(200);
    expect((await mailsSent(world, "grace@example.com")).map((mail) => mail.subject)).toEqual(["Secret"]);
    expect((await retry()).status).toBe(404);
  });

  test("one whose work a newer job does is left alone", async () => {
    const { token } = await anOperator(world);
    const dead = await aJob(world, { uniqueKey: "the-same" });
    await aJob(world, { uniqueKey: "the-same", diedAt: null, runAt: "2026-03-03T00:00:00.000Z" });
    expect((await world.call("POST", `/operator/jobs/${dead}/retry`, { token })).body.error[0].code).toBe("newer_job");
    expect(await world.services.db.selectFrom("auditLog").select("_id").execute()).toEqual([]);
  });
});

onBothDatabases("the audit log", (world) => {
  test("has twenty a page, newest first", async () => {
    const { token } = await anOperator(world);
    const users = [];
    for (let n = 0; n < 22; n += 1) {
      const user = await aUser(world);
      users.unshift(user.email);
      await world.call("POST", `/operator/users/${user._id}/end-sessions`, { token });
      world.clock.forward(60);
    }
    const [first, second] = [
      (await world.call("GET", "/operator/audit", { token })).body.data,
      (await world.call("GET", "/operator/audit?page=2", { token })).body.data,
    ];
    expect([first.total, first.hasNextPage, second.hasNextPage]).toEqual([22, true, false]);
    expect([...first.docs, ...second.docs].map((entry: { subject: string }) => entry.subject)).toEqual(users);
    expect(first.docs[0]).toMatchObject({ actorName: "Olive Hartman", action: "user.signed_out" });
  });
});
