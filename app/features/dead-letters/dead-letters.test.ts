import { expect, test } from "vitest";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

async function aJob(world: World, overrides: object = {}) {
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
      ...overrides,
    })
    .execute();
  return _id;
}

onBothDatabases("jobs", (world) => {
  test("one that failed for good is shown without what it holds, and tried anew", async () => {
    const { token } = await anOperator(world);
    const dead = await aJob(world);
    await aJob(world, { diedAt: null, runAt: "2026-03-03T00:00:00.000Z" });
    const { data } = (await world.call("GET", "/operator/jobs", { token })).body;
    expect(data).toMatchObject({ total: 1, docs: [{ _id: dead, kind: "mail", lastError: "550 No such mailbox" }] });
    expect(JSON.stringify(data)).not.toContain("12345");
    expect((await world.call("GET", "/operator/overview", { token })).body.data).toMatchObject({
      failedRefunds: 0,
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
