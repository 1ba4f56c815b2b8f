import { expect, test } from "vitest";
import { lastSettings } from "../../../tests/fakes/cheap-argon2";
import { beforeNextTransaction } from "../../../tests/fixtures/meanwhile";
import { aUser, codeFor, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { hashPassword, isPassword, passwordsAtOnce } from "./passwords.server";
import { changePassword } from "./reset-password.server";

const NEW = "walnut-harvest-31";
const logIn = (world: World, email: string, password: string) =>
  world.call("POST", "/user/login", { body: { email, password } });
const ask = (world: World, email: string) => world.call("PUT", "/user/reset-password", { body: { email } });
const check = (world: World, email: string, otp: string) =>
  world.call("POST", "/user/reset-password/verify", { body: { email, otp } });
const reset = (world: World, email: string, otp: string, password = NEW) =>
  world.call("POST", "/user/reset-password", { body: { email, otp, password } });
const change = (world: World, token: string, overrides: object = {}) =>
  world.call("PUT", "/user/update-password", {
    token,
    body: { oldPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW, ...overrides },
  });
const wrong = (code: string) => (code === "00000" ? "11111" : "00000");

test("no more passwords are computed at a time than there are processors, and in a small container one", () => {
  const gigabyte = 1024 ** 3;
  expect([1, 2, 8].map((processors) => passwordsAtOnce(processors, gigabyte))).toEqual([1, 2, 4]);
  expect([0.125, 0.25, 0.5, 64].map((size) => passwordsAtOnce(8, size * gigabyte))).toEqual([1, 1, 2, 8]);
});

test("a password is hashed as OWASP recommends it for argon2id: 19 MiB, two passes, one lane", async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$/);
  expect(lastSettings.value).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
});

onBothDatabases("a forgotten password", (world) => {
  test("the mailed code is checked, then sets a new password; every session ends and a letter says so", async () => {
    const user = await aUser(world);
    expect((await ask(world, user.email)).status).toBe(200);
    const code = await codeFor(world, user.email);
    expect((await check(world, user.email, code)).status).toBe(200);
    expect((await check(world, user.email, code)).status).toBe(200);
    expect((await reset(world, user.email, code)).status).toBe(200);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
    expect((await logIn(world, user.email, PASSWORD)).status).toBe(401);
    expect((await logIn(world, user.email, NEW)).status).toBe(200);
    expect((await mailsSent(world, user.email)).map((mail) => mail.subject.replace(/\d{5}/, "n"))).toEqual([
      "n is your code for a new password",
      "Your password was changed",
    ]);
    expect((await reset(world, user.email, code, "third-time-lucky-3")).status).toBe(422);
  });

  test("known and unknown addresses are answered alike; the unknown one gets no mail", async () => {
    const user = await aUser(world);
    const [knownAnswer, unknown] = [await ask(world, user.email), await ask(world, "nobody@example.com")];
    expect([unknown.status, unknown.body]).toEqual([knownAnswer.status, knownAnswer.body]);
    expect(await mailsSent(world, "nobody@example.com")).toHaveLength(0);
  });

  test("wrong codes wear it out at both calls together", async () => {
    const user = await aUser(world);
    await ask(world, user.email);
    const code = await codeFor(world, user.email);
    for (let n = 0; n < 3; n += 1) expect((await check(world, user.email, wrong(code))).status).toBe(422);
    for (let n = 0; n < 2; n += 1) expect((await reset(world, user.email, wrong(code))).status).toBe(422);
    expect((await check(world, user.email, code)).status).toBe(422);
    expect((await logIn(world, user.email, PASSWORD)).status).toBe(200);
  });

  test("a code is of no use after ten minutes, nor for somebody else's account", async () => {
    const [user, otherUser] = [await aUser(world), await aUser(world)];
    await ask(world, user.email);
    const code = await codeFor(world, user.email);
    expect((await reset(world, otherUser.email, code)).status).toBe(422);
    world.clock.forward(601);
    expect((await reset(world, user.email, code)).body.error[0]).toMatchObject({ code: "wrong_code", field: "otp" });
  });

  test("a password that everybody knows is refused and leaves the code good", async () => {
    const user = await aUser(world);
    await ask(world, user.email);
    const code = await codeFor(world, user.email);
    expect((await reset(world, user.email, code, "password1")).body.error[0]).toMatchObject({
      code: "common_password",
      field: "password",
    });
    expect((await reset(world, user.email, code)).status).toBe(200);
  });

  test("who could read the mail has proven the address: no further verification is asked", async () => {
    const user = await aUser(world, { verifiedAt: null });
    await ask(world, user.email);
    await reset(world, user.email, await codeFor(world, user.email));
    expect((await logIn(world, user.email, NEW)).status).toBe(200);
  });

  test("and with the new password every older link in the mailbox is void, also the one that confirms the address", async () => {
    const user = await aUser(world, { verifiedAt: null });
    await world.call("PUT", "/user/resend-otp", { body: { email: user.email } });
    await ask(world, user.email);
    const links = (await mailsSent(world, user.email)).map(({ text }) => /\?link=([0-9a-f]{64})/.exec(text)?.[1]);
    expect(links).toEqual([expect.any(String), expect.any(String)]);
    await reset(world, user.email, await codeFor(world, user.email));
    const [confirming, resetting] = await Promise.all([
      world.call("POST", "/user/otp/link", { body: { link: links[0] } }),
      world.call("POST", "/user/reset-password/link", { body: { link: links[1], password: "third-time-lucky-3" } }),
    ]);
    expect([confirming.body.error[0].code, resetting.body.error[0].code]).toEqual(["dead_link", "dead_link"]);
  });

  test("a closed account cannot be opened again with a code from before", async () => {
    const user = await aUser(world);
    await ask(world, user.email);
    const code = await codeFor(world, user.email);
    await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } });
    expect((await reset(world, user.email, code)).status).toBe(422);
  });
});

onBothDatabases("changing the password", (world) => {
  test("ends every other session, and not the one that asks", async () => {
    const user = await aUser(world);
    const otherToken = (await logIn(world, user.email, PASSWORD)).body.token;
    const answer = await change(world, user.token);
    expect([answer.status, answer.body]).toEqual([200, { message: "Password Changed Successfully" }]);
    expect((await world.call("GET", "/user", { token: otherToken })).status).toBe(401);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(200);
    expect((await logIn(world, user.email, NEW)).status).toBe(200);
    expect((await mailsSent(world, user.email)).map((mail) => mail.subject)).toEqual(["Your password was changed"]);
  });

  test("voids the codes and links that were mailed before it", async () => {
    const user = await aUser(world);
    await ask(world, user.email);
    const code = await codeFor(world, user.email);
    const [letter] = await mailsSent(world, user.email);
    const link = /newPassword\?link=([0-9a-f]{64})/.exec(letter?.text ?? "")?.[1];
    await world.call("PUT", "/user/login/code", { body: { email: user.email } });
    const signInCode = await codeFor(world, user.email);
    expect([link, signInCode === code]).toEqual([expect.any(String), false]);
    await change(world, user.token);
    const password = "third-time-lucky-3";
    const refusals = [
      await reset(world, user.email, code, password),
      await world.call("POST", "/user/reset-password/link", { body: { link, password } }),
      await world.call("POST", "/user/login/code", { body: { email: user.email, otp: signInCode } }),
    ];
    expect(refusals.map(({ body }) => body.error?.[0].code)).toEqual(["wrong_code", "dead_link", "wrong_code"]);
    expect((await logIn(world, user.email, NEW)).status).toBe(200);
  });

  test("sent again from a page that was made anew, with its answer lost, says the same and does nothing more", async () => {
    const user = await aUser(world);
    await change(world, user.token);
    const repetition = await change(world, user.token);
    expect([repetition.status, repetition.body]).toEqual([200, { message: "Password Changed Successfully" }]);
    expect(await mailsSent(world, user.email)).toHaveLength(1);
    const further = { newPassword: "third-time-lucky-3", confirmNewPassword: "third-time-lucky-3" };
    expect((await change(world, user.token, further)).status).toBe(422);
  });

  test.each([
    [{ oldPassword: "not-this-one-1" }, "oldPassword", "The old password is wrong."],
    [{ oldPassword: "" }, "oldPassword", "Password is required"],
    [{ confirmNewPassword: "something-else-1" }, "confirmNewPassword", "Passwords do not match", "invalid"],
    [{ newPassword: "short", confirmNewPassword: "short" }, "newPassword", "Password must have at least 8 characters."],
    [
      { newPassword: "password1", confirmNewPassword: "password1" },
      "newPassword",
      "That password is too common. Please choose another one.",
    ],
    [{ confirmNewPassword: undefined }, "confirmNewPassword", "Confirm Password is required"],
  ])("%j is refused at %s: %s", async (overrides, field, message, code = expect.any(String)) => {
    const user = await aUser(world);
    const refusal = await change(world, user.token, overrides);
    expect([refusal.status, refusal.body.error]).toEqual([422, [{ field, message, code }]]);
    expect((await logIn(world, user.email, PASSWORD)).status).toBe(200);
  });
});

onBothDatabases("what is under way with the old password", (world) => {
  const leave = (token: string) => world.call("DELETE", "/user", { token, body: { password: PASSWORD } });
  const sessionsOf = ({ _id }: { _id: string }) =>
    world.services.db.selectFrom("tokens").select("hash").where("userId", "=", _id).execute();
  async function resetLink(email: string): Promise<string> {
    await ask(world, email);
    const links = (await mailsSent(world, email)).map(({ text }) => /newPassword\?link=([0-9a-f]{64})/.exec(text)?.[1]);
    return links.at(-1) ?? "";
  }

  test("a log-in ends with the new password", async () => {
    const user = await aUser(world);
    beforeNextTransaction(world, () => change(world, user.token));
    const refusal = await logIn(world, user.email, PASSWORD);
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([401, "wrong_credentials"]);
    expect(await sessionsOf(user)).toHaveLength(1);
  });

  test("a change of it leaves the password that was set meanwhile", async () => {
    const user = await aUser(world);
    const link = await resetLink(user.email);
    beforeNextTransaction(world, () =>
      world.call("POST", "/user/reset-password/link", { body: { link, password: "third-time-lucky-3" } }),
    );
    const refusal = await change(world, user.token);
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([422, "wrong_password"]);
    expect((await logIn(world, user.email, "third-time-lucky-3")).status).toBe(200);
  });

  test("the account is not deleted", async () => {
    const user = await aUser(world);
    beforeNextTransaction(world, () => change(world, user.token));
    const refusal = await leave(user.token);
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([422, "wrong_password"]);
    expect((await logIn(world, user.email, NEW)).status).toBe(200);
  });

  test("another address is not asked for", async () => {
    const user = await aUser(world);
    beforeNextTransaction(world, () => change(world, user.token));
    const body = { email: "thief@example.com", password: PASSWORD };
    const refusal = await world.call("POST", "/user/email", { token: user.token, body });
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([422, "wrong_password"]);
    expect(await mailsSent(world, "thief@example.com")).toEqual([]);
  });

  test("a log-in leaves nothing of who has left meanwhile", async () => {
    const user = await aUser(world);
    beforeNextTransaction(world, () => leave(user.token));
    expect((await logIn(world, user.email, PASSWORD)).status).toBe(401);
    expect(await sessionsOf(user)).toEqual([]);
    expect(await world.services.db.selectFrom("knownBrowsers").selectAll().execute()).toEqual([]);
  });

  test("an account that is gone has no password to change", async () => {
    const passwords = { oldPassword: PASSWORD, newPassword: NEW };
    await expect(changePassword(world.services, "f".repeat(24), "", passwords)).rejects.toMatchObject({ status: 422 });
  });

  test("two deletions at once both say that it is done", async () => {
    const user = await aUser(world);
    beforeNextTransaction(world, () => leave(user.token));
    expect((await leave(user.token)).status).toBe(200);
  });
});

onBothDatabases(
  "guessing with a stolen session",
  (world) => {
    test("the old password can be tried five times in a quarter of an hour, for a change and for a deletion together", async () => {
      const user = await aUser(world);
      for (let n = 0; n < 3; n += 1)
        expect((await change(world, user.token, { oldPassword: "not-this-one-1" })).status).toBe(422);
      for (let n = 0; n < 2; n += 1)
        expect(
          (await world.call("DELETE", "/user", { token: user.token, body: { password: "not-this-one-1" } })).status,
        ).toBe(422);
      const locked = await change(world, user.token);
      expect([locked.status, Number(locked.headers.get("Retry-After")) > 800]).toEqual([429, true]);
    });
  },
  { limits: true },
);

test("a password that could not be compared is not a wrong one", async () => {
  const storedHash = await hashPassword("a right password");
  expect(await isPassword(storedHash, "a right password")).toBe(true);
  expect(await isPassword(storedHash, "a wrong password")).toBe(false);
  for (const missingHash of [undefined, ""]) expect(await isPassword(missingHash, "nobody's")).toBe(false);
  await expect(isPassword(storedHash.slice(0, 40), "a right password")).rejects.toThrow();
});
