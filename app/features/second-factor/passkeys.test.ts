import { beforeEach, expect, test } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { ORIGIN, TestAuthenticator } from "../../../tests/fixtures/authenticator";
import {
  addPasskey,
  aFactor,
  aPasskey,
  appCode,
  beginSignIn,
  passkeyStep,
  secondFactorOf,
  secondStep,
  signInFrom,
} from "../../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

const subjects = async (world: World, to: string) => (await mailsSent(world, to)).map((mail) => mail.subject);

onBothDatabases("a passkey", (world) => {
  beforeEach(() => {
    world.services.config.publicUrl = ORIGIN;
  });

  test("is a second factor from the moment it is added, with ten recovery codes, a letter, and no word in the database", async () => {
    const user = await aUser(world);
    const device = new TestAuthenticator();
    const addition = await addPasskey(world, user.token, device, "Olive's phone");
    expect([addition.status, addition.body.data.name, addition.body.codes.length]).toEqual([201, "Olive's phone", 10]);
    expect(await secondFactorOf(world, user.token)).toMatchObject({
      since: world.clock.now().toISOString(),
      app: null,
      passkeys: [{ _id: addition.body.data._id, name: "Olive's phone", lastUsedAt: null }],
      passkeysWork: true,
      recoveryCodesLeft: 10,
    });
    expect((await world.call("GET", "/user", { token: user.token })).body.data.secondFactor).toBe("on");
    const first = await signInFrom(world, user.email);
    expect([first.body.token, first.body.ways]).toEqual([undefined, { app: false, passkey: true }]);
    expect((await mailsSent(world, user.email))[0]?.text).toContain("your passkey beside the password");
    const storedText = await everythingStored(world);
    for (const code of addition.body.codes) expect(storedText).not.toContain(code.replaceAll("-", ""));
  });

  test("is added by who has just shown who they are, in this session, once, and to one account", async () => {
    const user = await aUser(world);
    const device = new TestAuthenticator();
    world.clock.forward(601);
    const options = () => world.call("POST", "/user/second-factor/passkeys/options", { token: user.token });
    expect(codeOf(await options())).toBe("proof_needed");
    await world.call("POST", "/user/proof", { token: user.token, body: { password: PASSWORD } });
    const firstOptions = (await options()).body.data;
    const otherUser = await aUser(world);
    const add = (token: string, credential: object) =>
      world.call("POST", "/user/second-factor/passkeys", { token, body: { name: "My phone", credential } });
    expect(codeOf(await add(otherUser.token, device.create(firstOptions)))).toBe("wrong_passkey");
    expect(codeOf(await add(user.token, device.create(firstOptions, { origin: "https://example.com" })))).toBe(
      "wrong_passkey",
    );
    const secondOptions = (await options()).body.data;
    expect(secondOptions.user).toMatchObject({ name: user.email, id: Buffer.from(user._id).toString("base64url") });
    expect((await add(user.token, device.create(secondOptions))).status).toBe(201);
    expect(codeOf(await addPasskey(world, otherUser.token, device))).toBe("known_passkey");
    expect((await options()).body.data.excludeCredentials).toEqual([
      { id: device.credentialId, transports: ["internal"], type: "public-key" },
    ]);
  });

  test("whose first answer was lost is added once, and the codes that are shown are those that work", async () => {
    const user = await aUser(world);
    const device = new TestAuthenticator();
    const optionsAnswer = await world.call("POST", "/user/second-factor/passkeys/options", { token: user.token });
    const credential = device.create(optionsAnswer.body.data);
    const add = () =>
      world.call("POST", "/user/second-factor/passkeys", { token: user.token, body: { name: "Phone", credential } });
    const [lostAnswer, repeatedAnswer] = [await add(), await add()];
    expect([lostAnswer.status, repeatedAnswer.status, repeatedAnswer.body.data]).toEqual([
      201,
      201,
      lostAnswer.body.data,
    ]);
    const { challenge } = (await signInFrom(world, user.email)).body;
    expect((await secondStep(world, challenge, lostAnswer.body.codes[0])).status).toBe(422);
    expect((await secondStep(world, challenge, repeatedAnswer.body.codes[0])).status).toBe(200);
  });

  test("beside an app leaves its recovery codes as they are, and either lets in", async () => {
    const { user, secret, codes } = await aFactor(world);
    const device = new TestAuthenticator();
    const addition = await addPasskey(world, user.token, device, "Key on my ring");
    expect(addition.body.codes).toEqual([]);
    const { challenge, options } = await beginSignIn(world, user.email);
    expect((await passkeyStep(world, challenge, device.get(options))).status).toBe(200);
    const next = (await signInFrom(world, user.email)).body;
    expect(next.ways).toEqual({ app: true, passkey: true });
    expect((await secondStep(world, next.challenge, appCode(world, secret))).status).toBe(200);
    expect((await secondStep(world, (await beginSignIn(world, user.email)).challenge, codes[0]!)).status).toBe(200);
    expect(await subjects(world, user.email)).toEqual([
      "Your second factor is on",
      "A passkey was added to your account",
      "A recovery code was used",
    ]);
  });

  test("an app beside it makes no new recovery codes either", async () => {
    const { user, codes } = await aPasskey(world);
    const setup = await world.call("POST", "/user/second-factor/authenticator", { token: user.token });
    const confirmed = await world.call("POST", "/user/second-factor/confirm", {
      token: user.token,
      body: { code: appCode(world, setup.body.data.secret) },
    });
    expect([confirmed.status, confirmed.body.codes]).toEqual([200, []]);
    expect((await secondStep(world, (await beginSignIn(world, user.email)).challenge, codes[0]!)).status).toBe(200);
    expect(await subjects(world, user.email)).toContain("An app was added to your account");
  });

  test("is removed by its owner, but the last one is switched off, with the password and a recovery code", async () => {
    const { user, passkey, codes } = await aPasskey(world);
    const second = new TestAuthenticator();
    const { _id } = (await addPasskey(world, user.token, second, "Key on my ring")).body.data;
    const stranger = await aUser(world);
    const remove = (id: string, token = user.token) =>
      world.call("DELETE", `/user/second-factor/passkeys/${id}`, { token });
    expect([(await remove(_id, stranger.token)).status, (await remove("0".repeat(24))).status]).toEqual([404, 404]);
    const challengeAnswer = await beginSignIn(world, user.email);
    expect((await remove(_id)).status).toBe(200);
    expect(codeOf(await passkeyStep(world, challengeAnswer.challenge, second.get(challengeAnswer.options)))).toBe(
      "wrong_passkey",
    );
    expect([(await remove(_id)).status, codeOf(await remove(passkey._id))]).toEqual([404, "last_factor"]);
    const off = await world.call("DELETE", "/user/second-factor", {
      token: user.token,
      body: { password: PASSWORD, code: codes[0] },
    });
    expect([off.status, (await signInFrom(world, user.email)).body.token]).toEqual([200, expect.any(String)]);
    expect(await world.services.db.selectFrom("passkeys").selectAll().execute()).toEqual([]);
    expect(await subjects(world, user.email)).toContain("A passkey was removed from your account");
    world.clock.forward(601);
    expect(codeOf(await remove(_id))).toBe("proof_needed");
  });

  test("of two that are removed at once one stays, for it is the last", async () => {
    const { user, passkey } = await aPasskey(world);
    const { _id } = (await addPasskey(world, user.token, new TestAuthenticator(), "Key on my ring")).body.data;
    const remove = (id: string) => world.call("DELETE", `/user/second-factor/passkeys/${id}`, { token: user.token });
    // The lock holds both removals until each has read the passkeys, so that neither writes before the other reads.
    const { db, dialect } = world.services;
    const heldLock = db.transaction().execute(async (trx) => {
      if (!dialect.forUpdate) return;
      await trx.selectFrom("passkeys").select("_id").forUpdate().execute();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    const answers = await Promise.all([remove(_id), remove(passkey._id), heldLock]).then(([one, secondAnswer]) => [
      one,
      secondAnswer,
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("ten of them are as many as an account has", async () => {
    const { user } = await aPasskey(world);
    for (let n = 2; n <= 10; n += 1)
      expect((await addPasskey(world, user.token, new TestAuthenticator(), `Key ${n}`)).status).toBe(201);
    const optionsAnswer = await world.call("POST", "/user/second-factor/passkeys/options", { token: user.token });
    expect([optionsAnswer.status, codeOf(optionsAnswer)]).toEqual([409, "too_many_passkeys"]);
  });

  test("is enough for an operator who needs a second factor, stands in the audit log, and can be lifted", async () => {
    const { config } = world.services;
    try {
      config.operatorsNeedSecondFactor = true;
      const operator = await aUser(world, { privilege: "operator" });
      const overview = () => world.call("GET", "/operator/overview", { token: operator.token });
      expect((await overview()).status).toBe(403);
      await addPasskey(world, operator.token, new TestAuthenticator());
      expect((await overview()).status).toBe(200);
      const { docs } = (await world.call("GET", "/operator/audit", { token: operator.token })).body.data;
      expect(docs[0]).toMatchObject({ action: "operator.passkey_added", subject: operator.email });
      const { user } = await aPasskey(world);
      const userList = await world.call("GET", `/operator/users?q=${encodeURIComponent(user.email)}`, {
        token: operator.token,
      });
      expect(userList.body.data.docs[0].secondFactor).toBe(true);
      const lifted = await world.call("POST", `/operator/users/${user._id}/lift-second-factor`, {
        token: operator.token,
        body: { reason: "The phone fell into the well" },
      });
      expect([lifted.status, (await signInFrom(world, user.email)).body.token]).toEqual([200, expect.any(String)]);
    } finally {
      config.operatorsNeedSecondFactor = false;
    }
  });

  test("goes with the account, and is told to its owner before; challenges that nobody answered are swept", async () => {
    const { user } = await aPasskey(world);
    await beginSignIn(world, user.email);
    const exportAnswer = await world.call("GET", "/user/export", { token: user.token });
    expect(exportAnswer.body.data.secondFactor.passkeys).toEqual([
      { _id: expect.any(String), name: "My phone", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } })).status).toBe(200);
    const remaining = async () =>
      (await world.services.db.selectFrom("factorChallenges").select("userId").execute()).map(({ userId }) => userId);
    expect([await world.services.db.selectFrom("passkeys").selectAll().execute(), await remaining()]).toEqual([[], []]);
    const otherKey = await aPasskey(world);
    await beginSignIn(world, otherKey.user.email);
    expect(await remaining()).toEqual([otherKey.user._id, otherKey.user._id]);
    world.clock.forward(2 * 86_400 + 301);
    await world.runner.drain(["sweep"]);
    expect(await remaining()).toEqual([]);
  });

  test("cannot be made where browsers make none: at a bare address, or without https", async () => {
    const { config } = world.services;
    const user = await aUser(world);
    for (const origin of ["http://shop.example.com", "https://203.0.113.7", "https://[2001:db8::1]"]) {
      config.publicUrl = origin;
      const optionsAnswer = await world.call("POST", "/user/second-factor/passkeys/options", { token: user.token });
      expect([optionsAnswer.status, codeOf(optionsAnswer)]).toEqual([409, "passkeys_unavailable"]);
      expect((await secondFactorOf(world, user.token)).passkeysWork).toBe(false);
    }
    config.publicUrl = "http://localhost:3000";
    expect((await secondFactorOf(world, user.token)).passkeysWork).toBe(true);
  });
});
