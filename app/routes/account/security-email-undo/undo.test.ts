import { expect, test } from "vitest";
import { served } from "../../../../tests/fixtures/served";
import { aUser, mailsSent, PASSWORD } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { cookiesOf } from "~/session/cookies.server";
import { action } from "./route";

onBothDatabases("the link that takes a change of address back", (world) => {
  test("leads to a new password, and leaves no cookie of the session that has ended with it", async () => {
    const user = await aUser(world);
    const linkTo = async (to: string, what: string) => {
      const found = (await mailsSent(world, to)).map(({ text }) => new RegExp(`${what}\\?link=([0-9a-f]+)`).exec(text));
      return found.findLast(Boolean)?.[1] ?? "";
    };
    const body = { email: "new@example.com", password: PASSWORD };
    await world.call("POST", "/user/email", { token: user.token, body });
    await world.call("POST", "/user/email/confirm", { body: { link: await linkTo("new@example.com", "confirm") } });
    const link = await linkTo(user.email, "undo");
    const cookie = await cookiesOf(world.services.config).authToken.serialize(user.token);
    const request = new Request(`http://shop.test/security/email/undo?link=${link}`, {
      method: "POST",
      body: new URLSearchParams({}),
      headers: { Cookie: cookie.split(";")[0] ?? "" },
    });
    const answer = (await served(world, () => action({ request, params: {}, context: {} }))) as Response;
    expect(answer.headers.get("Location")).toBe("/reset_password");
    expect(answer.headers.getSetCookie().find((one) => one.startsWith("authToken="))).toMatch(/Max-Age=0/);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
  });
});
