import { beforeEach, expect, test } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { ORIGIN, TestAuthenticator, type Wishes } from "../../../tests/fixtures/authenticator";
import {
  addPasskey,
  aFactor,
  aPasskey,
  appCode,
  passkeyOptions,
  passkeyStep,
  secondStep,
  signInFrom,
} from "../../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

const subjects = async (world: World, to: string) => (await mailsSent(world, to)).map((mail) => mail.subject);
const stateOf = async (world: World, token: string) =>
  (await world.call("GET", "/user/second-factor", { token })).body.data;

/** The first step of signing in, and the passkey options of the second. */
async function before(world: World, email: string, browser = "a") {
  const { challenge } = (await signInFrom(world, email, { browser })).body as { challenge: string };
  return { challenge, options: (await passkeyOptions(world, challenge, browser)).body.data };
}

onBothDatabases("a passkey", (world) => {
  beforeEach(() => {
    world.services.config.publicUrl = ORIGIN;
  });

  test("is a second factor from the moment it is added, with ten recovery codes, a letter, and no word in the database", async () => {
    const user = await aUser(world);
    const device = new TestAuthenticator();
    const addition = await addPasskey(world, user.token, device, "Olive's phone");
    expect([addition.status, addition.body.data.name, addition.body.codes.length]).toEqual([201, "Olive's phone", 10]);
    expect(await stateOf(world, user.token)).toMatchObject({
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

  test("lets in after the password, and its owner reads when it was last used", async () => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await before(world, user.email);
    expect(options).toMatchObject({ rpId: "shop.test", allowCredentials: [{ id: device.credentialId }] });
    world.clock.forward(60);
    const login = await passkeyStep(world, challenge, device.get(options));
    expect([login.status, login.body.data._id]).toEqual([200, user._id]);
    const { passkeys } = await stateOf(world, login.body.token);
    expect(passkeys[0].lastUsedAt).toBe(world.clock.now().toISOString());
  });

  test("signs a word once: the same answer, whose own answer was lost, is answered again, and no other", async () => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await before(world, user.email);
    const signed = device.get(options);
    expect((await passkeyStep(world, challenge, signed)).status).toBe(200);
    expect((await passkeyStep(world, challenge, signed)).status).toBe(200);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options)))).toBe("wrong_passkey");
    // A person who has seen the answer cannot use it for their own sign-in.
    const ownChallenge = await before(world, user.email);
    expect(codeOf(await passkeyStep(world, ownChallenge.challenge, signed))).toBe("wrong_passkey");
  });

  test("of two answers at once to one word lets one in", async () => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await before(world, user.email);
    const answers = await Promise.all(
      [device.get(options), device.get(options), device.get(options)].map((one) => passkeyStep(world, challenge, one)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test("is asked in the same browser, for five minutes, and for one step of signing in", async () => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await before(world, user.email);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options), "b"))).toBe("dead_challenge");
    expect(codeOf(await passkeyOptions(world, challenge, "b"))).toBe("dead_challenge");
    const otherChallenge = await before(world, user.email);
    expect(codeOf(await passkeyStep(world, otherChallenge.challenge, device.get(options)))).toBe("wrong_passkey");
    world.clock.forward(301);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options)))).toBe("wrong_passkey");
    const newOptions = (await passkeyOptions(world, challenge)).body.data;
    expect((await passkeyStep(world, challenge, device.get(newOptions))).status).toBe(200);
  });

  test.each<[string, Wishes]>([
    ["for another site", { origin: "https://shop.test.example.com" }],
    ["for another name", { rpId: "example.com" }],
    ["for a word of its own", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("signed %s lets nobody in, and spoils the word", async (_, wishes) => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await before(world, user.email);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options, wishes)))).toBe("wrong_passkey");
    const after = await passkeyStep(world, challenge, device.get(options));
    expect(after.status).toBe(wishes.challenge ? 200 : 422);
  });

  test("signed by another key, or changed on its way, lets nobody in", async () => {
    const [ownKey, otherKey] = [await aPasskey(world), await aPasskey(world)];
    const { challenge, options } = await before(world, ownKey.user.email);
    expect(codeOf(await passkeyStep(world, challenge, otherKey.device.get(options)))).toBe("wrong_passkey");
    const secondChallenge = await before(world, ownKey.user.email);
    const signed = otherKey.device.get(secondChallenge.options);
    const forgedAssertion = { ...signed, id: ownKey.device.credentialId, rawId: ownKey.device.credentialId };
    expect(codeOf(await passkeyStep(world, secondChallenge.challenge, forgedAssertion))).toBe("wrong_passkey");
    const last = await before(world, ownKey.user.email);
    const changedAssertion = ownKey.device.get(last.options);
    changedAssertion.response.authenticatorData = changedAssertion.response.authenticatorData.replace(/.{4}$/, "AAAA");
    expect(codeOf(await passkeyStep(world, last.challenge, changedAssertion))).toBe("wrong_passkey");
  });

  test("that counts backwards was copied: it is refused, and its owner is told", async () => {
    const { user, device } = await aPasskey(world);
    const enter = async () => {
      const { challenge, options } = await before(world, user.email);
      return passkeyStep(world, challenge, device.get(options));
    };
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 200]);
    device.counter -= 1;
    expect(codeOf(await enter())).toBe("copied_passkey");
    expect(await subjects(world, user.email)).toContain("A passkey was refused");
    expect(world.logged.join()).toContain("counted backwards");
    // The passkey that has counted on still works, and so does one that never counts.
    device.counter += 5;
    expect((await enter()).status).toBe(200);
    const thirdKey = await aPasskey(world, {}, false);
    for (let n = 0; n < 2; n += 1) {
      const { challenge, options } = await before(world, thirdKey.user.email);
      expect((await passkeyStep(world, challenge, thirdKey.device.get(options))).status).toBe(200);
    }
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
    const { challenge, options } = await before(world, user.email);
    expect((await passkeyStep(world, challenge, device.get(options))).status).toBe(200);
    const next = (await signInFrom(world, user.email)).body;
    expect(next.ways).toEqual({ app: true, passkey: true });
    expect((await secondStep(world, next.challenge, appCode(world, secret))).status).toBe(200);
    expect((await secondStep(world, (await before(world, user.email)).challenge, codes[0]!)).status).toBe(200);
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
    expect((await secondStep(world, (await before(world, user.email)).challenge, codes[0]!)).status).toBe(200);
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
    const challengeAnswer = await before(world, user.email);
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

  test("goes with the account, and is told to its owner before; words that nobody answered are swept", async () => {
    const { user } = await aPasskey(world);
    await before(world, user.email);
    const exportAnswer = await world.call("GET", "/user/export", { token: user.token });
    expect(exportAnswer.body.data.secondFactor.passkeys).toEqual([
      { _id: expect.any(String), name: "My phone", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } })).status).toBe(200);
    const remaining = async () =>
      (await world.services.db.selectFrom("factorChallenges").select("userId").execute()).map(({ userId }) => userId);
    expect([await world.services.db.selectFrom("passkeys").selectAll().execute(), await remaining()]).toEqual([[], []]);
    const otherKey = await aPasskey(world);
    await before(world, otherKey.user.email);
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
      expect((await stateOf(world, user.token)).passkeysWork).toBe(false);
    }
    config.publicUrl = "http://localhost:3000";
    expect((await stateOf(world, user.token)).passkeysWork).toBe(true);
  });
});

onBothDatabases(
  "guessing at a passkey",
  (world) => {
    beforeEach(() => {
      world.services.config.publicUrl = ORIGIN;
    });

    test("ends after five tries in a browser; a right one uses up none", async () => {
      const { user, device } = await aPasskey(world);
      const enter = async (signing = device) => {
        const { challenge, options } = await before(world, user.email);
        const signed = signing.get(options);
        const forgedAssertion = { ...signed, id: device.credentialId, rawId: device.credentialId };
        return (await passkeyStep(world, challenge, forgedAssertion)).status;
      };
      const stranger = new TestAuthenticator();
      for (let n = 0; n < 4; n += 1) expect(await enter(stranger)).toBe(422);
      expect(await enter()).toBe(200);
      for (let n = 0; n < 5; n += 1) expect(await enter(stranger)).toBe(422);
      expect(await enter()).toBe(429);
    });
  },
  { limits: true },
);
