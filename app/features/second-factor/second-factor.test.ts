import { expect, test } from "vitest";
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
