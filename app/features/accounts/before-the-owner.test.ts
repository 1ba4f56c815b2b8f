import { expect, test } from "vitest";
import { codeFor } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import {
  chooseFirstPassword,
  enterCode,
  EVIL_PASSWORD,
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

onBothDatabases("an address signed up by somebody else", (world) => {
  test("and confirmed by its owner elsewhere: the password typed before counts nowhere, and the owner chooses one", async () => {
    await signUp(world, EVIL_PASSWORD, THERE, "Evil");
    const confirmed = await enterCode(world, await codeFor(world, owner.email), HERE);
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { message: "Your email is verified.", email: owner.email, choosePassword: true },
    ]);
    expect((await logIn(world, EVIL_PASSWORD, THERE)).status).toBe(401);
    expect((await chooseFirstPassword(world, EVIL_PASSWORD, THERE)).status).toBe(422);
    expect((await chooseFirstPassword(world, "password1234", HERE)).body.error[0].code).toBe("common_password");
    expect((await chooseFirstPassword(world, OWNERS_PASSWORD, HERE)).status).toBe(200);
    expect((await chooseFirstPassword(world, OWNERS_PASSWORD, HERE)).status).toBe(422);
    expect((await logIn(world, OWNERS_PASSWORD)).status).toBe(200);
    expect((await logIn(world, EVIL_PASSWORD, THERE)).status).toBe(401);
  });

  test("from another address, without a browser's word: the same", async () => {
    await signUp(world, EVIL_PASSWORD, { address: "198.51.100.9" }, "Evil");
    expect((await enterCode(world, await codeFor(world, owner.email), HERE)).body.choosePassword).toBe(true);
    expect((await logIn(world, EVIL_PASSWORD)).status).toBe(401);
  });

  test("after the owner had begun: in the owner's browser the owner's password counts, whoever signed up since", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    await signUp(world, EVIL_PASSWORD, THERE, "Evil");
    const code = await codeFor(world, owner.email);
    expect((await enterCode(world, code, HERE)).body.choosePassword).toBe(false);
    expect((await logIn(world, OWNERS_PASSWORD)).body.data.firstName).toBe("Owner");
    expect((await logIn(world, EVIL_PASSWORD, THERE)).status).toBe(401);
  });

  test("before the owner begins: what the owner typed counts with any code or link that the owner got", async () => {
    await signUp(world, EVIL_PASSWORD, THERE, "Evil");
    await signUp(world, OWNERS_PASSWORD, HERE);
    const first = await linkFor(world, "signup/verify_email", 0);
    const answer = await world.call("POST", "/user/otp/link", { body: { link: first }, ...HERE });
    expect([answer.status, answer.body.choosePassword]).toEqual([200, false]);
    expect((await logIn(world, OWNERS_PASSWORD)).body.data.firstName).toBe("Owner");
    expect((await logIn(world, EVIL_PASSWORD, THERE)).status).toBe(401);
  });

  test("the link in the mail verifies once, and a made-up one never", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    const link = await linkFor(world, "signup/verify_email");
    const open = (word: string) => world.call("POST", "/user/otp/link", { body: { link: word }, ...HERE });
    expect((await open("f".repeat(64))).body.error[0].code).toBe("dead_link");
    expect((await open(link)).status).toBe(200);
    expect((await open(link)).status).toBe(422);
    expect((await logIn(world, OWNERS_PASSWORD)).status).toBe(200);
  });

  test("a link is good for a day", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    const link = await linkFor(world, "signup/verify_email");
    world.clock.forward(86_400);
    expect((await world.call("POST", "/user/otp/link", { body: { link }, ...HERE })).status).toBe(422);
  });
});

onBothDatabases("what the answer does for an address with an account and for one without", (world) => {
  test("is the same: one job is written down, and everything else happens after it", async () => {
    await signUp(world, OWNERS_PASSWORD, HERE);
    await enterCode(world, await codeFor(world, owner.email), HERE);
    const { db } = world.services;
    const storedAccount = async () => ({
      users: await db.selectFrom("users").selectAll().execute(),
      codes: await db.selectFrom("codes").selectAll().execute(),
      links: await db.selectFrom("accountLinks").selectAll().execute(),
    });
    const kinds = async () =>
      (await db.selectFrom("jobs").select("kind").where("finishedAt", "is", null).execute()).map((row) => row.kind);
    const before = await storedAccount();
    for (const email of [owner.email, "nobody@example.com"]) {
      const body = { email, password: OWNERS_PASSWORD, firstName: "Ada", lastName: "Byron", privilege: "buyer" };
      await world.call("POST", "/user", { body });
      await world.call("PUT", "/user/reset-password", { body: { email } });
      await world.call("PUT", "/user/resend-otp", { body: { email } });
      expect([email, await kinds()]).toEqual([email, ["accounts.sign-up", "accounts.reset", "accounts.resend"]]);
      expect([email, await storedAccount()]).toEqual([email, before]);
      await db.deleteFrom("jobs").execute();
    }
  });
});
