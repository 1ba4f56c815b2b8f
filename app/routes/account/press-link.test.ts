import { expect, test } from "vitest";
import { served } from "../../../tests/fixtures/served";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { cookiesOf } from "~/session/cookies.server";
import { action as confirm } from "./security-email-confirm/route";
import { action as undo } from "./security-email-undo/route";

const NEW = "new@example.com";
const ACTIONS = { confirm, undo };
type Route = keyof typeof ACTIONS;

/** The word in the newest link of this kind that was mailed to an address. */
async function linkTo(world: World, to: string, route: Route): Promise<string> {
  const links = (await mailsSent(world, to)).map(({ text }) => new RegExp(`${route}\\?link=([0-9a-f]+)`).exec(text));
  return links.findLast(Boolean)?.[1] ?? "";
}

async function press(world: World, route: Route, link: string, token: string): Promise<Response> {
  const cookie = await cookiesOf(world.services.config).authToken.serialize(token);
  const request = new Request(`http://shop.test/security/email/${route}?link=${link}`, {
    method: "POST",
    body: new URLSearchParams({}),
    headers: { Cookie: cookie.split(";")[0] ?? "" },
  });
  return (await served(world, () => ACTIONS[route]({ request, params: {}, context: {} }))) as Response;
}

/** A person who has asked to change their address. */
async function asker(world: World) {
  const user = await aUser(world);
  await world.call("POST", "/user/email", { token: user.token, body: { email: NEW, password: PASSWORD } });
  return user;
}

const noticeOf = async (world: World, answer: Response) => {
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("notice=")) ?? "";
  const notice: unknown = await cookiesOf(world.services.config).notice.parse(cookie);
  return notice;
};

onBothDatabases("a link about an address that is pressed", (world) => {
  test("makes the new address the account's; pressed again after a lost answer it says the same, and mails no more", async () => {
    const user = await asker(world);
    const link = await linkTo(world, NEW, "confirm");
    const first = await press(world, "confirm", link, user.token);
    const mails = await mailsSent(world, NEW);
    const repetition = await press(world, "confirm", link, user.token);
    expect([repetition.status, repetition.headers.get("Location")]).toEqual([303, "/security"]);
    expect(await noticeOf(world, repetition)).toEqual({
      type: "success",
      message: `Your address is ${NEW} from now on.`,
    });
    expect(await noticeOf(world, repetition)).toEqual(await noticeOf(world, first));
    expect(await mailsSent(world, NEW)).toEqual(mails);
  });

  test("takes a change back and leads to a new password, again as well, with no cookie of the session that ended", async () => {
    const user = await asker(world);
    await press(world, "confirm", await linkTo(world, NEW, "confirm"), user.token);
    const link = await linkTo(world, user.email, "undo");
    for (const answer of [await press(world, "undo", link, user.token), await press(world, "undo", link, user.token)]) {
      expect(answer.headers.get("Location")).toBe("/reset_password");
      expect(answer.headers.getSetCookie().find((one) => one.startsWith("authToken="))).toMatch(/Max-Age=0/);
      expect(await noticeOf(world, answer)).toMatchObject({
        message: `Your address is ${user.email} again. Now choose a new password.`,
      });
    }
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
  });

  test("says nothing that is not so any more: the address has changed since", async () => {
    const user = await asker(world);
    const link = await linkTo(world, NEW, "confirm");
    await press(world, "confirm", link, user.token);
    await press(world, "undo", await linkTo(world, user.email, "undo"), user.token);
    expect(await press(world, "confirm", link, user.token)).toMatchObject({ init: { status: 422 } });
  });
});
