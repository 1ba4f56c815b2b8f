import { expect, test } from "vitest";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { inviteOperator } from "./invitation.server";

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const accept = (world: World, token: string, overrides: object = {}) =>
  world.call("POST", "/user/invitation", {
    body: { token, firstName: "Olive", lastName: "Hartman", password: PASSWORD, ...overrides },
  });
const logIn = (world: World, email: string, password = PASSWORD) =>
  world.call("POST", "/user/login", { body: { email, password } });

onBothDatabases("inviting an operator", (world) => {
  test("somebody new sets a password with the mailed link and is in", async () => {
    const link = await inviteOperator(world.services, "olive@example.com");
    expect((await mailsSent(world, "olive@example.com"))[0]?.text).toContain(link);
    expect((await world.call("POST", "/user/invitation/verify", { body: { token: tokenOf(link) } })).body.data).toEqual(
      { email: "olive@example.com", firstName: "", lastName: "" },
    );
    expect((await accept(world, tokenOf(link))).status).toBe(200);
    const { token, data } = (await logIn(world, "olive@example.com")).body;
    expect(data).toMatchObject({ privilege: "operator", firstName: "Olive" });
    const log = (await world.call("GET", "/operator/audit", { token })).body.data.docs;
    expect(log.map((entry: { action: string; actorName: string }) => [entry.action, entry.actorName]).sort()).toEqual([
      ["operator.invited", "Command line"],
      ["operator.joined", "Olive Hartman"],
    ]);
  });

  test("the link works once, for 24 hours, and only the newest", async () => {
    const old = tokenOf(await inviteOperator(world.services, "olive@example.com"));
    const used = tokenOf(await inviteOperator(world.services, "olive@example.com"));
    expect((await accept(world, old)).body.error[0]).toMatchObject({ code: "dead_invitation" });
    const answers = await Promise.all([accept(world, used), accept(world, used)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const lateToken = tokenOf(await inviteOperator(world.services, "olive@example.com"));
    world.clock.forward(24 * 3600 + 1);
    expect((await accept(world, lateToken)).status).toBe(422);
    expect((await world.call("POST", "/user/invitation/verify", { body: { token: lateToken } })).status).toBe(422);
  });

  test("a buyer becomes an operator: signed out everywhere, and the old password no longer counts", async () => {
    const buyer = await aUser(world);
    const link = await inviteOperator(world.services, buyer.email);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(401);
    expect((await logIn(world, buyer.email)).status).toBe(401);
    await accept(world, tokenOf(link), { password: "another-good-one-7" });
    expect((await logIn(world, buyer.email, "another-good-one-7")).body.data).toMatchObject({
      _id: buyer._id,
      privilege: "operator",
    });
  });

  test("an operator gets a new link and stays signed in; a merchant is refused", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    await inviteOperator(world.services, operator.email);
    expect((await world.call("GET", "/operator/overview", { token: operator.token })).status).toBe(200);
    const merchant = await aUser(world, { privilege: "merchant" });
    await expect(inviteOperator(world.services, merchant.email)).rejects.toMatchObject({ code: "has_a_stall" });
  });

  test("a common password is refused, and no link lies in the database", async () => {
    const token = tokenOf(await inviteOperator(world.services, "olive@example.com"));
    expect((await accept(world, token, { password: "password1" })).body.error[0].code).toBe("common_password");
    await world.runner.drain();
    expect(await everythingStored(world)).not.toContain(token);
  });
});
