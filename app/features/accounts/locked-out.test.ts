import { expect, test } from "vitest";
import { codeFor } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import {
  enterCode,
  HERE,
  linkFor,
  logIn,
  owner,
  OWNERS_PASSWORD,
  signUp,
  THERE,
  withOwnAddress,
} from "../../../tests/fixtures/two-browsers";

withOwnAddress();

onBothDatabases(
  "being locked out by others",
  (world) => {
    test("wrong passwords from everywhere leave the browser in which the owner has signed in before its own tries", async () => {
      await signUp(world, OWNERS_PASSWORD, HERE);
      await enterCode(world, await codeFor(world, owner.email), HERE);
      for (let n = 0; n < 60; n += 1)
        await logIn(world, "not-this-one-1", { address: n < 10 ? HERE.address : `192.0.2.${n}` });
      expect((await logIn(world, OWNERS_PASSWORD, THERE)).status).toBe(429);
      expect((await logIn(world, OWNERS_PASSWORD, HERE)).status).toBe(200);
      for (let n = 0; n < 5; n += 1) expect((await logIn(world, "not-this-one-1", HERE)).status).toBe(401);
      expect((await logIn(world, OWNERS_PASSWORD, HERE)).status).toBe(429);
      // Another browser gets in with a link that is mailed to the owner.
      await world.call("PUT", "/user/reset-password", { body: { email: owner.email }, ...THERE });
      const link = await linkFor(world, "reset_password/newPassword");
      await world.call("POST", "/user/reset-password/link", {
        body: { link, password: "walnut-harvest-31" },
        ...THERE,
      });
      expect((await logIn(world, "walnut-harvest-31", THERE)).status).toBe(200);
    });

    test("ten codes asked for by somebody else leave ten links that work, and the refusal says so", async () => {
      await signUp(world, OWNERS_PASSWORD, HERE);
      await enterCode(world, await codeFor(world, owner.email), HERE);
      let refusal;
      for (let n = 0; n < 12; n += 1) {
        const { email } = owner;
        refusal = await world.call("PUT", "/user/reset-password", { body: { email }, ...THERE });
        await world.services.rateLimiter.reset({ name: "code-wait", points: 1, seconds: 60 }, `reset ${email}`);
      }
      expect(refusal?.body.error[0]).toEqual({
        code: "too_many_tries",
        message: "Too many codes were asked for or tried. Please open the link in the newest mail instead.",
      });
      const link = await linkFor(world, "reset_password/newPassword", 0);
      const body = { link, password: "walnut-harvest-31" };
      expect((await world.call("POST", "/user/reset-password/link", { body, ...HERE })).status).toBe(200);
    });

    test("a thousand wrong codes in a day, at whomever, end the guessing everywhere", async () => {
      await signUp(world, OWNERS_PASSWORD, HERE);
      const code = await codeFor(world, owner.email);
      for (let n = 0; n < 1000; n += 1)
        await world.services.rateLimiter
          .consume({ name: "code-everywhere", points: 1000, seconds: 86_400 }, "all")
          .catch(() => undefined);
      expect((await enterCode(world, code, HERE)).status).toBe(429);
      const body = { link: await linkFor(world, "signup/verify_email") };
      expect((await world.call("POST", "/user/otp/link", { body, ...HERE })).status).toBe(200);
    });
  },
  { limits: true },
);
