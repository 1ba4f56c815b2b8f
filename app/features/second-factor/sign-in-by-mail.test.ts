import { expect, test } from "vitest";
import { aFactor, appCode, secondStep } from "../../../tests/fixtures/second-factor";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const BROWSER = { "X-Browser": "a".repeat(64) };
const OTHER = { "X-Browser": "b".repeat(64) };

/** Asks for a code, and returns the content of the mail to the address. */
async function mailTo(world: World, email: string, headers: Record<string, string> = BROWSER) {
  world.clock.forward(61);
  const answer = await world.call("PUT", "/user/login/code", { body: { email }, headers });
  await world.runner.drain();
  const mail = world.mails.findLast(({ to }) => to === email);
  return {
    answer,
    mail,
    otp: /(\d{5}) is your code/.exec(mail?.subject ?? "")?.[1] ?? "",
    link: /\?link=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "",
  };
}
const enter = (world: World, email: string, otp: string, headers: Record<string, string> = BROWSER) =>
  world.call("POST", "/user/login/code", { body: { email, otp }, headers });
const press = (world: World, link: string, headers: Record<string, string> = OTHER) =>
  world.call("POST", "/user/login/link", { body: { link }, headers });

const accounts = (world: World, email: string) =>
  world.services.db.selectFrom("users").selectAll().where("email", "=", email).execute();

onBothDatabases("signing in by mail", (world) => {
  test("an address with an account and one without get the same answer and the same mail", async () => {
    const buyer = await aUser(world);
    const [member, stranger] = [await mailTo(world, buyer.email), await mailTo(world, "new@example.com")];
    expect(member.answer.body).toEqual(stranger.answer.body);
    const shape = (text = "") => text.replace(/\d{5}|link=\S+/g, "…");
    expect(shape(member.mail?.text)).toBe(shape(stranger.mail?.text));
    expect(await accounts(world, "new@example.com")).toEqual([]);
  });

  test("an address without an account gets a buyer's with the right code, and a name with the first billing address", async () => {
    const email = "fresh@example.com";
    const { otp } = await mailTo(world, email);
    const { status, body } = await enter(world, email, otp);
    expect([status, body.data.privilege, body.data.firstName]).toEqual([200, "buyer", ""]);
    const billing = { firstName: "Wanda", lastName: "Walker" };
    const profile = await world.call("PUT", "/user/billing", { token: body.token, body: billing });
    expect(profile.body.data).toMatchObject({ firstName: "Wanda", lastName: "Walker" });
    await world.call("PUT", "/user/billing", { token: body.token, body: { firstName: "Other", lastName: "Name" } });
    expect(await accounts(world, email)).toMatchObject([{ firstName: "Wanda", passwordHash: "" }]);
    // No password opens the account, not even the empty one.
    for (const password of ["", "harvest-moon-9"])
      expect((await world.call("POST", "/user/login", { body: { email, password } })).status).not.toBe(200);
  });

  test("a code is right in the browser alone that asked for it, five times wrong is enough, and it works once", async () => {
    const { email } = await aUser(world);
    const { otp } = await mailTo(world, email);
    expect((await enter(world, email, otp, OTHER)).body.error[0].code).toBe("wrong_code");
    const wrong = otp === "00000" ? "00001" : "00000";
    for (let n = 0; n < 5; n += 1) expect((await enter(world, email, wrong)).status).toBe(422);
    expect((await enter(world, email, otp)).body.error[0].code).toBe("wrong_code");
    const next = await mailTo(world, email);
    expect((await enter(world, email, next.otp)).status).toBe(200);
    expect((await enter(world, email, next.otp)).status).toBe(422);
    const worn = await mailTo(world, email);
    world.clock.forward(11 * 60);
    expect((await enter(world, email, worn.otp)).status).toBe(422);
  });

  test("a link signs in any browser, once, within a day, also after others have asked anew", async () => {
    const { email } = await aUser(world);
    const first = await mailTo(world, email);
    await mailTo(world, email, OTHER);
    expect((await press(world, `x${first.link}`)).body.error[0].code).toBe("dead_link");
    expect((await press(world, first.link)).body.data.email).toBe(email);
    expect((await press(world, first.link)).body.error[0].code).toBe("dead_link");
    const old = await mailTo(world, email);
    world.clock.forward(25 * 3600);
    expect((await press(world, old.link)).body.error[0].code).toBe("dead_link");
  });

  test("a new password voids the codes and links that were mailed before it", async () => {
    const { email } = await aUser(world);
    const { otp, link } = await mailTo(world, email);
    await world.call("PUT", "/user/reset-password", { body: { email }, headers: BROWSER });
    await world.runner.drain();
    const reset = /(\d{5}) is your code for/.exec(world.mails.findLast(({ to }) => to === email)?.subject ?? "")?.[1];
    const body = { email, otp: reset, password: "another-moon-11" };
    expect((await world.call("POST", "/user/reset-password", { body, headers: BROWSER })).status).toBe(200);
    expect([(await enter(world, email, otp)).status, (await press(world, link)).status]).toEqual([422, 422]);
  });

  test("an account that waits for its email is verified, and a password that was typed elsewhere does not count", async () => {
    const email = "waits@example.com";
    const signUp = { email, password: "harvest-moon-9", firstName: "Eve", lastName: "Else", privilege: "buyer" };
    await world.call("POST", "/user", { body: signUp, headers: OTHER });
    await world.runner.drain();
    const { otp } = await mailTo(world, email);
    expect((await enter(world, email, otp)).status).toBe(200);
    expect(await accounts(world, email)).toMatchObject([{ passwordHash: "" }]);
    const login = await world.call("POST", "/user/login", { body: { email, password: "harvest-moon-9" } });
    expect(login.status).toBe(401);
  });

  test("a second factor is asked for after the code and after the link, and without it nobody is signed in", async () => {
    const { user, secret } = await aFactor(world);
    const { otp } = await mailTo(world, user.email);
    const byCode = await enter(world, user.email, otp);
    expect([byCode.status, byCode.body.token, byCode.body.data]).toEqual([200, undefined, undefined]);
    expect((await secondStep(world, byCode.body.challenge, "000000")).status).toBe(422);
    const { link } = await mailTo(world, user.email);
    const byLink = await press(world, link, BROWSER);
    expect([byLink.status, byLink.body.token]).toEqual([200, undefined]);
    const signedIn = await secondStep(world, byLink.body.challenge, appCode(world, secret));
    expect([signedIn.status, signedIn.body.data.email]).toEqual([200, user.email]);
  });

  test("two browsers with a code each of a new address come to one account", async () => {
    const email = "twice@example.com";
    const [one, two] = [await mailTo(world, email), await mailTo(world, email, OTHER)];
    const answers = await Promise.all([enter(world, email, one.otp), press(world, two.link)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accounts(world, email)).toHaveLength(1);
  });
});
