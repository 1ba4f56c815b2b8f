import { expect, test } from "vitest";
import { aCategory, aUser, codeFor, mailsSent } from "../../../tests/fixtures/shop";
import { ADA, logIn, signUp, sendCode } from "../../../tests/fixtures/sign-up";
import { everythingStored, onBothDatabases, type World } from "../../../tests/fixtures/world";

async function aMerchantSigningUp(world: World) {
  const [bakery, dairy] = [await aCategory(world, "Bakery"), await aCategory(world, "Dairy")];
  return {
    ...ADA,
    privilege: "merchant",
    email: "mill@example.com",
    storeName: "The Old Mill",
    businessAddress: "1 Mill Lane",
    username: "oldmill",
    businessCategory: [bakery._id, dairy._id],
    confirmPassword: ADA.password,
  };
}

onBothDatabases("signing up", (world) => {
  test("a buyer signs up, types the code from the mail, and can log in", async () => {
    const answer = await signUp(world);
    expect([answer.status, answer.body]).toEqual([201, { message: "We have sent a code to ada.buyer@example.com." }]);
    await mailsSent(world);
    expect((await logIn(world, ADA.email)).body.error[0]).toMatchObject({ code: "email_not_verified" });
    expect((await sendCode(world, ADA.email, await codeFor(world, ADA.email))).status).toBe(200);
    const inside = await logIn(world, ADA.email);
    expect(inside.status).toBe(200);
    expect(inside.body).toMatchObject({
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      data: { email: ADA.email, firstName: "Ada", lastName: "Byron", privilege: "buyer", businessCategory: [] },
    });
    expect(JSON.stringify(inside.body.data)).not.toMatch(/argon|hash/i);
  });

  test("a merchant signs up with a store and its categories", async () => {
    const mill = await aMerchantSigningUp(world);
    expect((await world.call("POST", "/user", { body: mill })).status).toBe(201);
    await sendCode(world, mill.email, await codeFor(world, mill.email));
    expect((await logIn(world, mill.email)).body.data).toMatchObject({
      privilege: "merchant",
      storeName: "The Old Mill",
      username: "oldmill",
      businessAddress: "1 Mill Lane",
      businessCategory: mill.businessCategory.toSorted(),
    });
  });

  test.each([
    ["the sign-up is written down", false],
    ["the code is entered, by who signs up again", true],
  ])("a category that is removed before %s is left out, and the rest counts", async (_, repeatStep) => {
    const mill = await aMerchantSigningUp(world);
    const [bakery = "", dairy] = mill.businessCategory;
    const remove = () => world.services.db.deleteFrom("categories").where("_id", "=", bakery).execute();
    if (repeatStep) {
      await signUp(world, { email: mill.email });
      await mailsSent(world);
    }
    await world.call("POST", "/user", { body: mill });
    if (repeatStep) await mailsSent(world);
    await remove();
    expect((await sendCode(world, mill.email, await codeFor(world, mill.email))).status).toBe(200);
    const { privilege, businessCategory } = (await logIn(world, mill.email)).body.data;
    expect([privilege, businessCategory]).toEqual(["merchant", [dairy]]);
  });

  test("a name loses what names do not have: lines, control characters, the mark of a link", async () => {
    await signUp(world, { firstName: "Ada\r\n\u202eX", lastName: "https://evil.example" });
    await sendCode(world, ADA.email, await codeFor(world, ADA.email));
    const { firstName, lastName } = (await logIn(world, ADA.email)).body.data;
    expect([firstName, lastName]).toEqual(["Ada X", "https evil.example"]);
    expect((await signUp(world, { firstName: "://" })).body.error[0]).toMatchObject({
      field: "firstName",
      message: "First Name is required",
    });
  });

  test("an address is one and the same in any case and with spaces around it", async () => {
    await signUp(world, { email: "  Ada.Buyer@Example.COM " });
    await sendCode(world, "ADA.buyer@example.com", await codeFor(world, ADA.email));
    expect((await logIn(world, " ADA.BUYER@EXAMPLE.COM ")).status).toBe(200);
  });

  test("a known address gets the same answer, a letter instead of a code, and the account stays as it is", async () => {
    const knownUser = await aUser(world, { email: "known@example.com", firstName: "Known" });
    const [stranger, secondAnswer] = [
      await signUp(world),
      await signUp(world, { email: knownUser.email, firstName: "Mallory", password: "another-good-one-3" }),
    ];
    expect(secondAnswer.status).toBe(stranger.status);
    expect(secondAnswer.body.message.replace(knownUser.email, ADA.email)).toBe(stranger.body.message);
    expect(Object.keys(secondAnswer.body)).toEqual(Object.keys(stranger.body));
    const mails = await mailsSent(world, knownUser.email);
    expect(mails.map((mail) => mail.subject)).toEqual(["You already have a Fieldstall account"]);
    expect(mails[0]?.text).not.toMatch(/^ *\d{5}$/m);
    expect((await world.call("GET", "/user", { token: knownUser.token })).body.data.firstName).toBe("Known");
    expect((await logIn(world, knownUser.email, "another-good-one-3")).status).toBe(401);
  });

  test("who never verified may sign up again, and what was typed last counts", async () => {
    const mill = await aMerchantSigningUp(world);
    await world.call("POST", "/user", { body: mill });
    await signUp(world, { email: mill.email, firstName: "Grace", password: "second-thoughts-8" });
    await sendCode(world, mill.email, await codeFor(world, mill.email));
    expect((await logIn(world, mill.email)).status).toBe(401);
    expect((await logIn(world, mill.email, "second-thoughts-8")).body.data).toMatchObject({
      privilege: "buyer",
      firstName: "Grace",
      storeName: "",
      businessCategory: [],
    });
  });

  test("neither the password nor the code is kept or logged in the clear", async () => {
    await signUp(world);
    const code = await codeFor(world, ADA.email);
    const token = (await sendCode(world, ADA.email, code), await logIn(world, ADA.email)).body.token;
    const storedText = (await everythingStored(world)) + world.logged.join("\n");
    for (const secret of [ADA.password, token, `"${code}"`, `${code} is your`])
      expect(storedText).not.toContain(secret);
  });

  test("passwords that everybody knows are refused", async () => {
    for (const password of ["password1", "12345678", "PASSWORD1", "qwertyuiop"]) {
      const refusal = await signUp(world, { password });
      expect([refusal.status, refusal.body.error[0]]).toEqual([
        422,
        {
          code: "common_password",
          field: "password",
          message: "That password is too common. Please choose another one.",
        },
      ]);
    }
    expect(await world.services.db.selectFrom("users").select("_id").execute()).toHaveLength(0);
  });

  test.each([
    [{ firstName: "" }, "firstName", "First Name is required"],
    [{ firstName: "   " }, "firstName", "First Name is required"],
    [{ lastName: undefined }, "lastName", "Last Name is required"],
    [{ email: "" }, "email", "Email is required"],
    [{ email: undefined }, "email", "Email is required"],
    [{ email: "ada@" }, "email", "Email is invalid"],
    [{ email: "ada byron@example.com" }, "email", "Email is invalid"],
    [{ email: "ada@example.com\r\nBcc: all@example.com" }, "email", "Email is invalid"],
    [{ password: "" }, "password", "Password is required"],
    [{ password: "seven77" }, "password", "Password must have at least 8 characters."],
    [{ password: "x".repeat(129) }, "password", "Password can have at most 128 characters."],
    [{ firstName: "A".repeat(81) }, "firstName", "First Name can have at most 80 characters."],
    [{ privilege: "operator" }, "privilege", "privilege must be buyer or merchant."],
    [{ privilege: undefined }, "privilege", "privilege must be buyer or merchant."],
  ])("a buyer's sign-up with %j is refused at %s: %s", async (overrides, field, message) => {
    const refusal = await signUp(world, overrides);
    expect(refusal.status).toBe(422);
    expect(refusal.body.error).toContainEqual({ field, message, code: expect.any(String) });
    expect(refusal.body.error.every((item: { field: string }) => item.field === field)).toBe(true);
  });

  test.each([
    [{ businessCategory: [] }, "businessCategory", "At least one business category is required"],
    [{ businessCategory: undefined }, "businessCategory", "At least one business category is required"],
    [
      { businessCategory: ["0123456789abcdef01234567"] },
      "businessCategory",
      "One of the business categories does not exist.",
    ],
    [{ confirmPassword: "" }, "confirmPassword", "Confirm Password is required"],
    [{ confirmPassword: "something-else-1" }, "confirmPassword", "Passwords do not match"],
    [{ password: "", confirmPassword: "" }, "password", "Password is required"],
  ])("a merchant's sign-up with %j is refused at %s: %s", async (overrides, field, message) => {
    const refusal = await world.call("POST", "/user", { body: { ...(await aMerchantSigningUp(world)), ...overrides } });
    expect(refusal.status).toBe(422);
    expect(refusal.body.error).toContainEqual({ field, message, code: expect.any(String) });
    expect(await world.services.db.selectFrom("stores").select("userId").execute()).toHaveLength(0);
  });
});
