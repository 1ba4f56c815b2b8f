import { expect, test } from "vitest";
import { codeFor, mailsSent } from "../../../tests/fixtures/shop";
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

onBothDatabases("guessing codes", (world) => {
  test("a guesser uses up tries of its own, never the owner's", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    const code = await codeFor(world, owner.email);
    const wrong = code === "00000" ? "11111" : "00000";
    for (let n = 0; n < 8; n += 1) expect((await enterCode(world, wrong, THERE)).status).toBe(422);
    expect((await enterCode(world, code, HERE)).status).toBe(200);
  });

  test("a guesser who asks for a code of its own leaves the owner's good, and gets no more tries at it", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    const code = await codeFor(world, owner.email);
    world.clock.forward(61);
    await world.call("PUT", "/user/resend-otp", { body: { email: owner.email }, ...THERE });
    await mailsSent(world);
    const wrong = code === "00000" ? "11111" : "00000";
    for (let n = 0; n < 5; n += 1) await enterCode(world, wrong, THERE);
    expect((await enterCode(world, code, THERE)).status).toBe(422);
    expect((await enterCode(world, code, HERE)).status).toBe(200);
  });

  test("the link sets a new password when every try at codes is used up", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    await enterCode(world, await codeFor(world, owner.email), HERE);
    await world.call("PUT", "/user/reset-password", { body: { email: owner.email }, ...HERE });
    const link = await linkFor(world, "reset_password/newPassword");
    for (let n = 0; n < 6; n += 1)
      await world.call("POST", "/user/reset-password/verify", { body: { email: owner.email, otp: "00000" }, ...HERE });
    const byLink = () =>
      world.call("POST", "/user/reset-password/link", { body: { link, password: "walnut-harvest-31" }, ...HERE });
    expect((await byLink()).status).toBe(200);
    expect((await byLink()).body.error[0].code).toBe("dead_link");
    expect((await logIn(world, "walnut-harvest-31")).status).toBe(200);
  });

  test("of many resets at once with one code, or with one link, one wins", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    await enterCode(world, await codeFor(world, owner.email), HERE);
    for (const way of ["code", "link"]) {
      await world.call("PUT", "/user/reset-password", { body: { email: owner.email }, ...HERE });
      const link = await linkFor(world, "reset_password/newPassword");
      const otp = /^(\d{5}) is your code/.exec((await mailsSent(world, owner.email)).at(-1)?.subject ?? "")?.[1];
      const passwords = Array.from({ length: 4 }, (_, n) => `walnut-harvest-${n}`);
      const answers = await Promise.all(
        passwords.map((password) =>
          way === "code"
            ? world.call("POST", "/user/reset-password", { body: { email: owner.email, otp, password }, ...HERE })
            : world.call("POST", "/user/reset-password/link", { body: { link, password }, ...HERE }),
        ),
      );
      const won = answers.findIndex((answer) => answer.status === 200);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422, 422]);
      for (const [n, password] of passwords.entries())
        expect((await logIn(world, password)).status).toBe(n === won ? 200 : 401);
    }
  });
});
