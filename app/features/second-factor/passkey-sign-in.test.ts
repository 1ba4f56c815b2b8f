import { beforeEach, expect, test } from "vitest";
import { codeOf } from "../../../tests/fixtures/answers";
import { ORIGIN, TestAuthenticator, type Wishes } from "../../../tests/fixtures/authenticator";
import {
  aPasskey,
  beginSignIn,
  passkeyOptions,
  passkeyStep,
  secondFactorOf,
} from "../../../tests/fixtures/second-factor";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a passkey at sign-in", (world) => {
  beforeEach(() => {
    world.services.config.publicUrl = ORIGIN;
  });

  test("lets in after the password, and its owner reads when it was last used", async () => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await beginSignIn(world, user.email);
    expect(options).toMatchObject({ rpId: "shop.test", allowCredentials: [{ id: device.credentialId }] });
    world.clock.forward(60);
    const login = await passkeyStep(world, challenge, device.get(options));
    expect([login.status, login.body.data._id]).toEqual([200, user._id]);
    const { passkeys } = await secondFactorOf(world, login.body.token);
    expect(passkeys[0].lastUsedAt).toBe(world.clock.now().toISOString());
  });

  test("signs a challenge once: the same answer, whose own answer was lost, is answered again, and no other", async () => {
    const { user, device } = await aPasskey(world);
    const { challenge, options } = await beginSignIn(world, user.email);
    const signed = device.get(options);
    expect((await passkeyStep(world, challenge, signed)).status).toBe(200);
    expect((await passkeyStep(world, challenge, signed)).status).toBe(200);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options)))).toBe("wrong_passkey");
    // A person who has seen the answer cannot use it for their own sign-in.
    const ownChallenge = await beginSignIn(world, user.email);
    expect(codeOf(await passkeyStep(world, ownChallenge.challenge, signed))).toBe("wrong_passkey");
  });

  test("of two answers at once to one challenge lets one in", async () => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await beginSignIn(world, user.email);
    const answers = await Promise.all(
      [device.get(options), device.get(options), device.get(options)].map((one) => passkeyStep(world, challenge, one)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test("is asked in the same browser, for five minutes, and for one step of signing in", async () => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await beginSignIn(world, user.email);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options), "b"))).toBe("dead_challenge");
    expect(codeOf(await passkeyOptions(world, challenge, "b"))).toBe("dead_challenge");
    const otherChallenge = await beginSignIn(world, user.email);
    expect(codeOf(await passkeyStep(world, otherChallenge.challenge, device.get(options)))).toBe("wrong_passkey");
    world.clock.forward(301);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options)))).toBe("wrong_passkey");
    const newOptions = (await passkeyOptions(world, challenge)).body.data;
    expect((await passkeyStep(world, challenge, device.get(newOptions))).status).toBe(200);
  });

  test.each<[string, Wishes]>([
    ["for another site", { origin: "https://shop.test.example.com" }],
    ["for another name", { rpId: "example.com" }],
    ["for a challenge of its own", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("signed %s lets nobody in", async (_, wishes) => {
    const { user, device } = await aPasskey(world, {}, false);
    const { challenge, options } = await beginSignIn(world, user.email);
    expect(codeOf(await passkeyStep(world, challenge, device.get(options, wishes)))).toBe("wrong_passkey");
    const secondAnswer = await passkeyStep(world, challenge, device.get(options));
    expect(secondAnswer.status).toBe(wishes.challenge ? 200 : 422);
  });

  test("signed by another key, or changed on its way, lets nobody in", async () => {
    const [ownKey, otherKey] = [await aPasskey(world), await aPasskey(world)];
    const { challenge, options } = await beginSignIn(world, ownKey.user.email);
    expect(codeOf(await passkeyStep(world, challenge, otherKey.device.get(options)))).toBe("wrong_passkey");
    const secondChallenge = await beginSignIn(world, ownKey.user.email);
    const signed = otherKey.device.get(secondChallenge.options);
    const forgedAssertion = { ...signed, id: ownKey.device.credentialId, rawId: ownKey.device.credentialId };
    expect(codeOf(await passkeyStep(world, secondChallenge.challenge, forgedAssertion))).toBe("wrong_passkey");
    const last = await beginSignIn(world, ownKey.user.email);
    const changedAssertion = ownKey.device.get(last.options);
    changedAssertion.response.authenticatorData = changedAssertion.response.authenticatorData.replace(/.{4}$/, "AAAA");
    expect(codeOf(await passkeyStep(world, last.challenge, changedAssertion))).toBe("wrong_passkey");
  });

  test("that counts backwards was copied: it is refused, and its owner is told", async () => {
    const { user, device } = await aPasskey(world);
    const enter = async () => {
      const { challenge, options } = await beginSignIn(world, user.email);
      return passkeyStep(world, challenge, device.get(options));
    };
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 200]);
    device.counter -= 1;
    expect(codeOf(await enter())).toBe("copied_passkey");
    expect((await mailsSent(world, user.email)).map(({ subject }) => subject)).toContain("A passkey was refused");
    expect(world.logged.join()).toContain("counted backwards");
    // The passkey that has counted on still works, and so does one that never counts.
    device.counter += 5;
    expect((await enter()).status).toBe(200);
    const thirdKey = await aPasskey(world, {}, false);
    for (let n = 0; n < 2; n += 1) {
      const { challenge, options } = await beginSignIn(world, thirdKey.user.email);
      expect((await passkeyStep(world, challenge, thirdKey.device.get(options))).status).toBe(200);
    }
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
        const { challenge, options } = await beginSignIn(world, user.email);
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
