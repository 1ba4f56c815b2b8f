import { afterEach, expect, test } from "vitest";
import { aFactor, appCode, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { liftFromCommandLine } from "./lift.server";

onBothDatabases("where operators need a second factor", (world) => {
  afterEach(() => {
    world.services.config.operatorsNeedSecondFactor = false;
  });

  test("one without it may set it up and leave, and nothing of an operator's opens before", async () => {
    world.services.config.operatorsNeedSecondFactor = true;
    const { token } = await aUser(world, { privilege: "operator" });
    const overview = () => world.call("GET", "/operator/overview", { token });
    const closed = await overview();
    expect([closed.status, closed.body.error[0].code]).toEqual([403, "second_factor_missing"]);
    expect((await world.call("GET", "/operator/users", { token })).status).toBe(403);
    expect((await world.call("GET", "/user", { token })).body.data.secondFactor).toBe("required");
    const setup = await world.call("POST", "/user/second-factor/authenticator", { token });
    await world.call("POST", "/user/second-factor/confirm", {
      token,
      body: { code: appCode(world, setup.body.data.secret) },
    });
    expect((await overview()).status).toBe(200);
    expect((await world.call("POST", "/user/logout", { token })).status).toBe(200);
  });

  test("merchants and buyers may do without, and so may operators elsewhere", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    expect((await world.call("GET", "/operator/overview", { token: operator.token })).status).toBe(200);
    world.services.config.operatorsNeedSecondFactor = true;
    const [merchant, buyer] = [await aUser(world, { privilege: "merchant" }), await aUser(world)];
    expect((await world.call("GET", "/product/manage-product", { token: merchant.token })).status).toBe(200);
    expect((await world.call("GET", "/product/order", { token: buyer.token })).status).toBe(200);
  });
});

onBothDatabases("lifting somebody's second factor", (world) => {
  const REASON = "The phone fell into the well";
  const lift = (token: string, userId: string, reason = REASON) =>
    world.call("POST", `/operator/users/${userId}/lift-second-factor`, { token, body: { reason } });

  test("lets the person in by the password again, with a letter and an entry that say why", async () => {
    const operator = await aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
    const { user, codes } = await aFactor(world);
    expect((await lift(operator.token, user._id)).status).toBe(200);
    expect((await signInFrom(world, user.email)).body.token).toBeDefined();
    const mail = (await mailsSent(world, user.email)).at(-1);
    expect([mail?.subject, mail?.text]).toEqual(["Your second factor was lifted", expect.stringContaining(REASON)]);
    const { docs } = (await world.call("GET", "/operator/audit", { token: operator.token })).body.data;
    expect(docs[0]).toMatchObject({
      actorName: "Olive Hartman",
      action: "user.factor_lifted",
      subject: user.email,
      details: { reason: REASON },
    });
    expect([(await lift(operator.token, user._id)).status, codes.length]).toEqual([409, 10]);
  });

  test("takes a reason and another person, and nobody but an operator can", async () => {
    const { user: operator } = await aFactor(world, { privilege: "operator" });
    const { user } = await aFactor(world);
    expect((await lift(operator.token, operator._id)).body.error[0].code).toBe("own_factor");
    expect((await lift(operator.token, user._id, " ")).status).toBe(422);
    expect((await lift(operator.token, "0".repeat(24))).status).toBe(404);
    expect((await lift(user.token, operator._id)).status).toBe(403);
    expect((await signInFrom(world, user.email)).body.token).toBeUndefined();
  });

  test("works from the command line, for the last operator", async () => {
    const { user } = await aFactor(world, { privilege: "operator" });
    await liftFromCommandLine(world.services, user.email, REASON);
    expect((await signInFrom(world, user.email)).body.token).toBeDefined();
    await expect(liftFromCommandLine(world.services, "nobody@example.com", REASON)).rejects.toThrow("no such user");
  });
});

onBothDatabases("a change of APP_SECRET", (world) => {
  test("keeps second factors, and after the next sweep the one before it can be dropped", async () => {
    const { config } = world.services;
    const { secret: first } = config;
    const { user, secret } = await aFactor(world);
    const otherFactor = await aFactor(world);
    const enters = async (person: typeof otherFactor) => {
      world.clock.forward(30);
      const { challenge } = (await signInFrom(world, person.user.email)).body;
      return (await secondStep(world, challenge, appCode(world, person.secret))).status;
    };
    const ownFactor = { user, secret, codes: [] };
    try {
      Object.assign(config, { secret: "another secret that only tests know", previousSecret: first });
      expect(await enters(ownFactor)).toBe(200);
      await world.runner.drain(["sweep"]);
      config.previousSecret = null;
      expect([await enters(ownFactor), await enters(otherFactor)]).toEqual([200, 200]);
      config.secret = "a third one, under which nothing lies";
      expect(await enters(ownFactor)).toBe(422);
    } finally {
      Object.assign(config, { secret: first, previousSecret: null });
    }
  });

  test("a set-up that nobody finished is forgotten", async () => {
    const { token } = await aUser(world);
    const { user } = await aFactor(world);
    await world.call("POST", "/user/second-factor/authenticator", { token });
    world.clock.forward(3 * 86_400 + 1);
    await world.runner.drain(["sweep"]);
    const remaining = await world.services.db.selectFrom("authenticators").select("userId").execute();
    expect(remaining).toEqual([{ userId: user._id }]);
  });
});
