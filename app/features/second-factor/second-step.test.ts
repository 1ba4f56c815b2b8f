import { expect, test, vi } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { aFactor, appCode, secondStep, signInFrom } from "../../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a second factor", (world) => {
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
});
