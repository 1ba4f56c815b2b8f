import { beforeEach, expect, test } from "vitest";
import { codeFor, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** Each test has its own address, because rate limits outlast a test. */
let [EMAIL, serial] = ["", 0];
beforeEach(() => {
  serial += 1;
  EMAIL = `owner${serial}@example.com`;
});
const [OWNERS, EVIL] = ["the-owners-own-1", "the-evil-one-22"];
/** Two browsers: the secret in the browser's cookie, and its network address. */
const [HERE, THERE] = [
  { headers: { "X-Browser": "a".repeat(64) }, address: "203.0.113.7" },
  { headers: { "X-Browser": "b".repeat(64) }, address: "203.0.113.7" },
];
type From = { headers?: Record<string, string>; address: string };

const signUp = (world: World, password: string, from: From, firstName = "Owner") =>
  world.call("POST", "/user", {
    body: { email: EMAIL, password, firstName, lastName: "Person", privilege: "buyer" },
    ...from,
  });
const enter = (world: World, otp: string, from: From) =>
  world.call("POST", "/user/otp", { body: { email: EMAIL, otp }, ...from });
const logIn = (world: World, password: string, from: From = HERE) =>
  world.call("POST", "/user/login", { body: { email: EMAIL, password }, ...from });
const choose = (world: World, password: string, from: From) =>
  world.call("POST", "/user/first-password", { body: { email: EMAIL, password }, ...from });
/** The token of the link in the newest mail, or in the `nth` one. */
async function linkFor(world: World, route: "signup/verify_email" | "reset_password/newPassword", nth = -1) {
  const mail = (await mailsSent(world, EMAIL)).filter(({ text }) => text.includes(route)).at(nth);
  return new RegExp(`http://shop\\.test/${route}\\?link=([0-9a-f]{64})`).exec(mail?.text ?? "")?.[1] ?? "";
}

onBothDatabases("an address signed up by somebody else", (world) => {
  test("and confirmed by its owner elsewhere: the password typed before counts nowhere, and the owner chooses one", async () => {
    await signUp(world, EVIL, THERE, "Evil");
    const confirmed = await enter(world, await codeFor(world, EMAIL), HERE);
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { message: "Your email is verified.", email: EMAIL, choosePassword: true },
    ]);
    expect((await logIn(world, EVIL, THERE)).status).toBe(401);
    expect((await choose(world, EVIL, THERE)).status).toBe(422);
    expect((await choose(world, "password1234", HERE)).body.error[0].code).toBe("common_password");
    expect((await choose(world, OWNERS, HERE)).status).toBe(200);
    expect((await choose(world, OWNERS, HERE)).status).toBe(422);
    expect((await logIn(world, OWNERS)).status).toBe(200);
    expect((await logIn(world, EVIL, THERE)).status).toBe(401);
  });

  test("from another address, without a browser's word: the same", async () => {
    await signUp(world, EVIL, { address: "198.51.100.9" }, "Evil");
    expect((await enter(world, await codeFor(world, EMAIL), HERE)).body.choosePassword).toBe(true);
    expect((await logIn(world, EVIL)).status).toBe(401);
  });

  test("after the owner had begun: in the owner's browser the owner's password counts, whoever signed up since", async () => {
    await signUp(world, OWNERS, HERE);
    await signUp(world, EVIL, THERE, "Evil");
    const code = await codeFor(world, EMAIL);
    expect((await enter(world, code, HERE)).body.choosePassword).toBe(false);
    expect((await logIn(world, OWNERS)).body.data.firstName).toBe("Owner");
    expect((await logIn(world, EVIL, THERE)).status).toBe(401);
  });

  test("before the owner begins: what the owner typed counts with any code or link that the owner got", async () => {
    await signUp(world, EVIL, THERE, "Evil");
    await signUp(world, OWNERS, HERE);
    const first = await linkFor(world, "signup/verify_email", 0);
    const answer = await world.call("POST", "/user/otp/link", { body: { link: first }, ...HERE });
    expect([answer.status, answer.body.choosePassword]).toEqual([200, false]);
    expect((await logIn(world, OWNERS)).body.data.firstName).toBe("Owner");
    expect((await logIn(world, EVIL, THERE)).status).toBe(401);
  });

  test("the link in the mail verifies once, and a made-up one never", async () => {
    await signUp(world, OWNERS, HERE);
    const link = await linkFor(world, "signup/verify_email");
    const open = (word: string) => world.call("POST", "/user/otp/link", { body: { link: word }, ...HERE });
    expect((await open("f".repeat(64))).body.error[0].code).toBe("dead_link");
    expect((await open(link)).status).toBe(200);
    expect((await open(link)).status).toBe(422);
    expect((await logIn(world, OWNERS)).status).toBe(200);
  });

  test("a link is good for a day", async () => {
    await signUp(world, OWNERS, HERE);
    const link = await linkFor(world, "signup/verify_email");
    world.clock.forward(86_400);
    expect((await world.call("POST", "/user/otp/link", { body: { link }, ...HERE })).status).toBe(422);
  });
});

onBothDatabases("guessing codes", (world) => {
  test("a guesser uses up tries of its own, never the owner's", async () => {
    await signUp(world, OWNERS, HERE);
    const code = await codeFor(world, EMAIL);
    const wrong = code === "00000" ? "11111" : "00000";
    for (let n = 0; n < 8; n += 1) expect((await enter(world, wrong, THERE)).status).toBe(422);
    expect((await enter(world, code, HERE)).status).toBe(200);
  });

  test("a guesser who asks for a code of its own leaves the owner's good, and gets no more tries at it", async () => {
    await signUp(world, OWNERS, HERE);
    const code = await codeFor(world, EMAIL);
    world.clock.forward(61);
    await world.call("PUT", "/user/resend-otp", { body: { email: EMAIL }, ...THERE });
    await mailsSent(world);
    const wrong = code === "00000" ? "11111" : "00000";
    for (let n = 0; n < 5; n += 1) await enter(world, wrong, THERE);
    expect((await enter(world, code, THERE)).status).toBe(422);
    expect((await enter(world, code, HERE)).status).toBe(200);
  });

  test("the link sets a new password when every try at codes is used up", async () => {
    await signUp(world, OWNERS, HERE);
    await enter(world, await codeFor(world, EMAIL), HERE);
    await world.call("PUT", "/user/reset-password", { body: { email: EMAIL }, ...HERE });
    const link = await linkFor(world, "reset_password/newPassword");
    for (let n = 0; n < 6; n += 1)
      await world.call("POST", "/user/reset-password/verify", { body: { email: EMAIL, otp: "00000" }, ...HERE });
    const byLink = () =>
      world.call("POST", "/user/reset-password/link", { body: { link, password: "walnut-harvest-31" }, ...HERE });
    expect((await byLink()).status).toBe(200);
    expect((await byLink()).body.error[0].code).toBe("dead_link");
    expect((await logIn(world, "walnut-harvest-31")).status).toBe(200);
  });

  test("of many resets at once with one code, or with one link, one wins", async () => {
    await signUp(world, OWNERS, HERE);
    await enter(world, await codeFor(world, EMAIL), HERE);
    for (const way of ["code", "link"]) {
      await world.call("PUT", "/user/reset-password", { body: { email: EMAIL }, ...HERE });
      const link = await linkFor(world, "reset_password/newPassword");
      const otp = /^(\d{5}) is your code/.exec((await mailsSent(world, EMAIL)).at(-1)?.subject ?? "")?.[1];
      const passwords = Array.from({ length: 4 }, (_, n) => `walnut-harvest-${n}`);
      const answers = await Promise.all(
        passwords.map((password) =>
          way === "code"
            ? world.call("POST", "/user/reset-password", { body: { email: EMAIL, otp, password }, ...HERE })
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

onBothDatabases("what the answer does for an address with an account and for one without", (world) => {
  test("is the same: one job is written down, and everything else happens after it", async () => {
    await signUp(world, OWNERS, HERE);
    await enter(world, await codeFor(world, EMAIL), HERE);
    const { db } = world.services;
    const storedAccount = async () => ({
      users: await db.selectFrom("users").selectAll().execute(),
      codes: await db.selectFrom("codes").selectAll().execute(),
      links: await db.selectFrom("accountLinks").selectAll().execute(),
    });
    const kinds = async () =>
      (await db.selectFrom("jobs").select("kind").where("finishedAt", "is", null).execute()).map((row) => row.kind);
    const before = await storedAccount();
    for (const email of [EMAIL, "nobody@example.com"]) {
      const body = { email, password: OWNERS, firstName: "Ada", lastName: "Byron", privilege: "buyer" };
      await world.call("POST", "/user", { body });
      await world.call("PUT", "/user/reset-password", { body: { email } });
      await world.call("PUT", "/user/resend-otp", { body: { email } });
      expect([email, await kinds()]).toEqual([email, ["accounts.sign-up", "accounts.reset", "accounts.resend"]]);
      expect([email, await storedAccount()]).toEqual([email, before]);
      await db.deleteFrom("jobs").execute();
    }
  });
});

onBothDatabases(
  "being locked out by others",
  (world) => {
    test("wrong passwords from everywhere leave the browser in which the owner has signed in before its own tries", async () => {
      await signUp(world, OWNERS, HERE);
      await enter(world, await codeFor(world, EMAIL), HERE);
      for (let n = 0; n < 60; n += 1)
        await logIn(world, "not-this-one-1", { address: n < 10 ? HERE.address : `192.0.2.${n}` });
      expect((await logIn(world, OWNERS, THERE)).status).toBe(429);
      expect((await logIn(world, OWNERS, HERE)).status).toBe(200);
      for (let n = 0; n < 5; n += 1) expect((await logIn(world, "not-this-one-1", HERE)).status).toBe(401);
      expect((await logIn(world, OWNERS, HERE)).status).toBe(429);
      // Another browser gets in with a link that is mailed to the owner.
      await world.call("PUT", "/user/reset-password", { body: { email: EMAIL }, ...THERE });
      const link = await linkFor(world, "reset_password/newPassword");
      await world.call("POST", "/user/reset-password/link", {
        body: { link, password: "walnut-harvest-31" },
        ...THERE,
      });
      expect((await logIn(world, "walnut-harvest-31", THERE)).status).toBe(200);
    });

    test("ten codes asked for by somebody else leave ten links that work, and the refusal says so", async () => {
      await signUp(world, OWNERS, HERE);
      await enter(world, await codeFor(world, EMAIL), HERE);
      let refusal;
      for (let n = 0; n < 12; n += 1) {
        const email = EMAIL;
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
      await signUp(world, OWNERS, HERE);
      const code = await codeFor(world, EMAIL);
      for (let n = 0; n < 1000; n += 1)
        await world.services.rateLimiter
          .consume({ name: "code-everywhere", points: 1000, seconds: 86_400 }, "all")
          .catch(() => undefined);
      expect((await enter(world, code, HERE)).status).toBe(429);
      const body = { link: await linkFor(world, "signup/verify_email") };
      expect((await world.call("POST", "/user/otp/link", { body, ...HERE })).status).toBe(200);
    });
  },
  { limits: true },
);
