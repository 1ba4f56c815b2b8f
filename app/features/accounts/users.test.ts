import { expect, test } from "vitest";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

onBothDatabases("users", (world) => {
  test("are found by name and mail, twenty a page, with where they are signed in", async () => {
    const { token } = await anOperator(world);
    const grace = await aUser(world, { firstName: "Grace", lastName: "Hopper" });
    for (let n = 0; n < 20; n += 1) await aUser(world);
    const foundUsers = (await world.call("GET", "/operator/users?q=grace%20hop", { token })).body.data;
    expect(foundUsers).toMatchObject({
      total: 1,
      docs: [{ _id: grace._id, email: grace.email, privilege: "buyer", verified: true, sessions: 1 }],
    });
    expect(JSON.stringify(foundUsers)).not.toContain("argon2");
    expect((await world.call("GET", "/operator/users?page=2", { token })).body.data).toMatchObject({
      total: 22,
      hasNextPage: false,
      docs: { length: 2 },
    });
  });

  test("who looks for what no text has in it finds what is left of the words", async () => {
    const { token } = await anOperator(world);
    const { email } = await aUser(world);
    expect((await world.call("GET", `/operator/users?q=%00${email}%00`, { token })).body.data.docs).toMatchObject([
      { email },
    ]);
    for (const list of ["orders", "merchants"])
      expect((await world.call("GET", `/operator/${list}?q=pi_%00a`, { token })).body.data.total).toBe(0);
  });

  test("whose sessions are ended is signed out everywhere, and told", async () => {
    const { token } = await anOperator(world);
    const user = await aUser(world);
    expect((await world.call("POST", `/operator/users/${user._id}/end-sessions`, { token })).status).toBe(200);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
    expect(await mailsSent(world, user.email)).toHaveLength(1);
    expect(
      await world.services.db.selectFrom("auditLog").select(["action", "subject"]).executeTakeFirstOrThrow(),
    ).toEqual({ action: "user.signed_out", subject: user.email });
    expect((await world.call("POST", `/operator/users/${"0".repeat(24)}/end-sessions`, { token })).status).toBe(404);
  });
});
