import { expect, test, vi } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { aFactor, appCode, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

const subjects = async (world: World, to: string) => (await mailsSent(world, to)).map((mail) => mail.subject);

onBothDatabases("a second factor", (world) => {
  test("is on once the app has shown a first right code, and not before", async () => {
    const user = await aUser(world);
    const setup = await world.call("POST", "/user/second-factor/authenticator", { token: user.token });
    expect([setup.status, setup.body.data.uri]).toEqual([201, expect.stringMatching(/^otpauth:\/\/totp\/Fieldstall:/)]);
    const { secret } = setup.body.data;
    expect((await signInFrom(world, user.email)).body.token).toBeDefined();
    const wrong = await world.call("POST", "/user/second-factor/confirm", {
      token: user.token,
      body: { code: appCode(world, secret, 5) },
    });
    expect([wrong.status, codeOf(wrong)]).toEqual([422, "wrong_factor_code"]);
    const on = await world.call("POST", "/user/second-factor/confirm", {
      token: user.token,
      body: { code: appCode(world, secret).replace(/^(...)/, "$1 ") },
    });
    expect([on.status, on.body.codes.length, new Set(on.body.codes).size]).toEqual([200, 10, 10]);
    const me = await world.call("GET", "/user", { token: user.token });
    expect(me.body.data.secondFactor).toBe("on");
    const state = await world.call("GET", "/user/second-factor", { token: user.token });
    const since = world.clock.now().toISOString();
    expect(state.body.data).toEqual({ since, app: since, passkeys: [], passkeysWork: false, recoveryCodesLeft: 10 });
    expect(await subjects(world, user.email)).toEqual(["Your second factor is on"]);
  });

  test("asked for again while it is being set up, is the one that may be in the app already", async () => {
    const { token } = await aUser(world);
    const begin = () => world.call("POST", "/user/second-factor/authenticator", { token });
    const [first, second] = [await begin(), await begin()];
    const shownSetup = await world.call("GET", "/user/second-factor/authenticator", { token });
    expect([second.body.data, shownSetup.body.data]).toEqual([first.body.data, first.body.data]);
  });

  test("that a thief began to set up is not what its owner goes on with after a new password", async () => {
    const user = await aUser(world);
    const begin = (token: string) => world.call("POST", "/user/second-factor/authenticator", { token });
    const showSetup = (token: string) => world.call("GET", "/user/second-factor/authenticator", { token });
    const confirm = (token: string, secret: string) =>
      world.call("POST", "/user/second-factor/confirm", { token, body: { code: appCode(world, secret) } });
    const thief = (await world.call("POST", "/user/login", { body: { email: user.email, password: PASSWORD } })).body
      .token as string;
    const knownSecret = (await begin(thief)).body.data.secret as string;
    await world.call("PUT", "/user/update-password", {
      token: user.token,
      body: { oldPassword: PASSWORD, newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" },
    });
    expect(codeOf(await showSetup(user.token))).toBe("no_setup");
    expect(codeOf(await confirm(user.token, knownSecret))).toBe("no_setup");
    const { secret } = (await begin(user.token)).body.data;
    expect(secret).not.toBe(knownSecret);
    expect((await showSetup(user.token)).body.data.secret).toBe(secret);
    expect(codeOf(await confirm(user.token, knownSecret))).toBe("wrong_factor_code");
    expect((await confirm(user.token, secret)).status).toBe(200);
  });

  test("whose first answer was lost is confirmed once more with the same code, and shows codes that work", async () => {
    const user = await aUser(world);
    const setup = await world.call("POST", "/user/second-factor/authenticator", { token: user.token });
    const confirm = (token: string) =>
      world.call("POST", "/user/second-factor/confirm", {
        token,
        body: { code: appCode(world, setup.body.data.secret) },
      });
    const [lostAnswer, repeatedAnswer] = [await confirm(user.token), await confirm(user.token)];
    expect([lostAnswer.status, repeatedAnswer.status]).toEqual([200, 200]);
    const { body } = await signInFrom(world, user.email);
    expect((await secondStep(world, body.challenge, lostAnswer.body.codes[0])).status).toBe(422);
    const login = await secondStep(world, body.challenge, repeatedAnswer.body.codes[0]);
    expect(login.status).toBe(200);
    // Another session did not make the set-up, so for it the code is no longer a first one.
    expect(codeOf(await confirm(login.body.token))).toBe("second_factor_on");
  });

  test("lets nobody in by the password alone, and by the code in the next step", async () => {
    const { user, secret } = await aFactor(world);
    const first = await signInFrom(world, user.email);
    expect([first.status, first.body]).toEqual([
      200,
      { challenge: expect.any(String), ways: { app: true, passkey: false } },
    ]);
    const login = await secondStep(world, first.body.challenge, appCode(world, secret));
    expect(login.status).toBe(200);
    expect((await world.call("GET", "/user", { token: login.body.token })).body.data._id).toBe(user._id);
    expect((await signInFrom(world, user.email, { password: "not-this-one-1" })).status).toBe(401);
  });

  test("takes the code of the step before and after, for clocks are off, and no other", async () => {
    const { user, secret } = await aFactor(world);
    world.clock.forward(300);
    const enter = async (steps: number) =>
      (await secondStep(world, (await signInFrom(world, user.email)).body.challenge, appCode(world, secret, steps)))
        .status;
    expect([await enter(-2), await enter(2), await enter(-1), await enter(0), await enter(1)]).toEqual([
      422, 422, 200, 200, 200,
    ]);
  });

  test("takes a code once; the same post again, whose answer was lost, is answered again", async () => {
    const { user, secret } = await aFactor(world);
    const [{ body: ownLogin }, { body: otherLogin }] = [
      await signInFrom(world, user.email),
      await signInFrom(world, user.email, { browser: "b" }),
    ];
    const code = appCode(world, secret);
    expect((await secondStep(world, ownLogin.challenge, code)).status).toBe(200);
    expect((await secondStep(world, ownLogin.challenge, code)).status).toBe(200);
    const otherAnswer = await secondStep(world, otherLogin.challenge, code, "b");
    expect([otherAnswer.status, codeOf(otherAnswer)]).toEqual([422, "used_factor_code"]);
    world.clock.forward(30);
    expect((await secondStep(world, otherLogin.challenge, appCode(world, secret), "b")).status).toBe(200);
    // The step that was the newest is an older one now, and stays used.
    expect(codeOf(await secondStep(world, ownLogin.challenge, code))).toBe("used_factor_code");
  });

  test("of two at once with one code lets one in", async () => {
    const { user, secret } = await aFactor(world);
    const challenges = await Promise.all(
      ["a", "b", "c"].map(async (browser) => ({
        browser,
        challenge: (await signInFrom(world, user.email, { browser })).body.challenge as string,
      })),
    );
    const code = appCode(world, secret);
    const answers = await Promise.all(
      challenges.map(({ browser, challenge }) => secondStep(world, challenge, code, browser)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test("asks in the same browser, for ten minutes, and as long as the password is the same", async () => {
    const { user, secret } = await aFactor(world);
    const { challenge } = (await signInFrom(world, user.email)).body;
    const enter = async (challengeText = challenge, browser = "a") =>
      codeOf(await secondStep(world, challengeText, appCode(world, secret), browser));
    expect(await enter(challenge, "b")).toBe("dead_challenge");
    expect(await enter(challenge.replace(/^\w{24}/, (await aUser(world))._id))).toBe("dead_challenge");
    expect(await enter(challenge.slice(0, -2))).toBe("dead_challenge");
    expect(await enter("x.y.z")).toBe("dead_challenge");
    await world.call("PUT", "/user/update-password", {
      token: user.token,
      body: { oldPassword: PASSWORD, newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" },
    });
    expect(await enter()).toBe("dead_challenge");
    const { body } = await signInFrom(world, user.email, { password: "plum-orchard-77" });
    world.clock.forward(601);
    expect(await enter(body.challenge)).toBe("dead_challenge");
  });

  test("lets nobody in whose password is changed while the code is looked at", async () => {
    const { user, secret } = await aFactor(world);
    const { challenge } = (await signInFrom(world, user.email)).body;
    const right = vi.spyOn(world.services.rateLimiter, "reset").mockImplementationOnce(async () => {
      await world.call("PUT", "/user/update-password", {
        token: user.token,
        body: { oldPassword: PASSWORD, newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" },
      });
    });
    const refusal = await secondStep(world, challenge, appCode(world, secret));
    right.mockRestore();
    expect([refusal.status, codeOf(refusal)]).toEqual([422, "dead_challenge"]);
  });

  test("a new password by mail does not get past it", async () => {
    const { user } = await aFactor(world);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const mail = (await mailsSent(world, user.email)).at(-1);
    const link = /link=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1];
    const reset = await world.call("POST", "/user/reset-password/link", {
      body: { link, password: "plum-orchard-77" },
    });
    expect([reset.status, reset.body.token]).toEqual([200, undefined]);
    const { body } = await signInFrom(world, user.email, { password: "plum-orchard-77" });
    expect(Object.keys(body)).toEqual(["challenge", "ways"]);
  });

  test("is switched off with the password and a code, and not with one of them", async () => {
    const { user, secret, codes } = await aFactor(world);
    const off = (password: string, code: string) =>
      world.call("DELETE", "/user/second-factor", { token: user.token, body: { password, code } });
    expect(codeOf(await off("not-this-one-1", appCode(world, secret)))).toBe("wrong_password");
    expect(codeOf(await off(PASSWORD, "000-000-000"))).toBe("wrong_factor_code");
    expect((await off(PASSWORD, codes[0]!)).status).toBe(200);
    expect((await off(PASSWORD, codes[0]!)).status).toBe(200);
    expect((await signInFrom(world, user.email)).body.token).toBeDefined();
    expect(await subjects(world, user.email)).toEqual([
      "Your second factor is on",
      "A recovery code was used",
      "Your second factor is off",
    ]);
    expect(await world.services.db.selectFrom("recoveryCodes").selectAll().execute()).toEqual([]);
  });

  test("an operator's stands in the audit log, anybody else's does not", async () => {
    const { user, secret } = await aFactor(world, { privilege: "operator" });
    await aFactor(world);
    await world.call("POST", "/user/second-factor/recovery-codes", { token: user.token });
    await world.call("DELETE", "/user/second-factor", {
      token: user.token,
      body: { password: PASSWORD, code: appCode(world, secret, 1) },
    });
    const { docs } = (await world.call("GET", "/operator/audit", { token: user.token })).body.data;
    expect(docs.map(({ action, subject }: Record<string, string>) => [action, subject]).toSorted()).toEqual([
      ["operator.factor_off", user.email],
      ["operator.factor_on", user.email],
      ["operator.recovery_codes_renewed", user.email],
    ]);
  });

  test("its secret and its recovery codes stand nowhere in the database", async () => {
    const { user, secret, codes } = await aFactor(world);
    const { body } = await signInFrom(world, user.email);
    await secondStep(world, body.challenge, codes[0]!);
    const storedText = (await everythingStored(world)).toLowerCase();
    for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(storedText).not.toContain(word.toLowerCase());
  });

  test("goes with the account, and is told to its owner before", async () => {
    const { user } = await aFactor(world);
    const exportAnswer = await world.call("GET", "/user/export", { token: user.token });
    expect(exportAnswer.body.data.secondFactor).toEqual({
      since: expect.any(String),
      app: expect.any(String),
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    expect((await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } })).status).toBe(200);
    expect(await world.services.db.selectFrom("authenticators").selectAll().execute()).toEqual([]);
    expect(await world.services.db.selectFrom("recoveryCodes").selectAll().execute()).toEqual([]);
  });
});

onBothDatabases("recovery codes", (world) => {
  test("let in once each, however they are typed, and a letter tells of it", async () => {
    const { user, codes } = await aFactor(world);
    const enter = async (code: string) => secondStep(world, (await signInFrom(world, user.email)).body.challenge, code);
    expect((await enter(` ${codes[0]!.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect(codeOf(await enter(codes[0]!))).toBe("wrong_factor_code");
    const { challenge } = (await signInFrom(world, user.email)).body;
    expect((await secondStep(world, challenge, codes[2]!)).status).toBe(200);
    expect((await secondStep(world, challenge, codes[2]!)).status).toBe(200);
    expect((await enter(codes[1]!.replaceAll("0", "o").replaceAll("1", "l"))).status).toBe(200);
    expect(await subjects(world, user.email)).toEqual([
      "Your second factor is on",
      "A recovery code was used",
      "A recovery code was used",
      "A recovery code was used",
    ]);
    const state = await world.call("GET", "/user/second-factor", { token: user.token });
    expect(state.body.data.recoveryCodesLeft).toBe(7);
  });

  test("of somebody else open nothing", async () => {
    const [ownFactor, otherFactor] = [await aFactor(world), await aFactor(world)];
    const { challenge } = (await signInFrom(world, ownFactor.user.email)).body;
    expect((await secondStep(world, challenge, otherFactor.codes[0]!)).status).toBe(422);
  });

  test("are made anew for who has just shown who they are; those before are void", async () => {
    const { user, codes } = await aFactor(world);
    const renew = () => world.call("POST", "/user/second-factor/recovery-codes", { token: user.token });
    world.clock.forward(601);
    const firstAnswer = await renew();
    expect([firstAnswer.status, codeOf(firstAnswer)]).toEqual([403, "proof_needed"]);
    await world.call("POST", "/user/proof", { token: user.token, body: { password: PASSWORD } });
    const secondAnswer = await renew();
    expect([secondAnswer.status, secondAnswer.body.codes.length]).toEqual([200, 10]);
    const { challenge } = (await signInFrom(world, user.email)).body;
    expect((await secondStep(world, challenge, codes[0]!)).status).toBe(422);
    expect((await secondStep(world, challenge, secondAnswer.body.codes[0])).status).toBe(200);
  });
});

onBothDatabases("showing once more who is there", (world) => {
  test("takes the password or a code, counts for this session alone, and for ten minutes", async () => {
    const { user, secret } = await aFactor(world);
    const otherAnswer = (
      await secondStep(world, (await signInFrom(world, user.email)).body.challenge, appCode(world, secret))
    ).body.token as string;
    const begin = async (token: string) =>
      (await world.call("POST", "/user/second-factor/recovery-codes", { token })).status;
    const prove = (token: string, body: object) => world.call("POST", "/user/proof", { token, body });
    world.clock.forward(601);
    expect([await begin(user.token), await begin(otherAnswer)]).toEqual([403, 403]);
    expect(codeOf(await prove(user.token, { password: "not-this-one-1" }))).toBe("wrong_password");
    expect(codeOf(await prove(user.token, {}))).toBe("nothing_proven");
    expect(codeOf(await prove(user.token, { code: appCode(world, secret, 4) }))).toBe("wrong_factor_code");
    expect(await begin(user.token)).toBe(403);
    expect((await prove(user.token, { code: appCode(world, secret) })).status).toBe(200);
    expect([await begin(user.token), await begin(otherAnswer)]).toEqual([200, 403]);
    world.clock.forward(601);
    expect(await begin(user.token)).toBe(403);
    expect((await prove(user.token, { password: PASSWORD })).status).toBe(200);
    expect(await begin(user.token)).toBe(200);
  });
});
