import { afterEach, expect, test } from "vitest";
import { aFactor, appCode } from "../../tests/fixtures/second-factor";
import { serviceOf } from "../../tests/fixtures/served";
import { aUser, PASSWORD } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { keptChallenge } from "./challenge.server";
import { guarded, Session } from "./session.server";
import { authenticate, goOn } from "./sign-in.server";
import { read } from "~/api/client";

const BROWSER = "b".repeat(64);
const at = (world: World, path: string, token: string | null = null, init: RequestInit = {}) =>
  new Session(serviceOf(world), new Request(`http://shop.test${path}`, init), token, BROWSER);
/** The address to which somebody is redirected; null if they are not. */
async function ledTo(work: Promise<unknown>): Promise<string | null> {
  const way = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(way instanceof Response)) throw way;
  return way.headers.get("Location");
}

onBothDatabases("a session and the second factor", (world) => {
  afterEach(() => {
    world.services.config.operatorsNeedSecondFactor = false;
  });

  test("an operator who needs one and has none is led to set it up by every screen, signed in all the while", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    expect((await at(world, "/operator", operator.token).require("operator"))._id).toBe(operator._id);
    world.services.config.operatorsNeedSecondFactor = true;
    expect(await ledTo(at(world, "/operator", operator.token).require("operator"))).toBe("/security");
    // Other roles need none.
    const buyer = await aUser(world);
    expect((await at(world, "/customer", buyer.token).require("buyer"))._id).toBe(buyer._id);
    const session = at(world, "/operator/users", operator.token);
    const call = guarded(session, () => read(session.api().operator.users.$get({ query: { q: "", page: "1" } })));
    expect(await ledTo(call)).toBe("/security");
    expect((await world.call("GET", "/user", { token: operator.token })).status).toBe(200);
  });

  test("who has to show once more who they are comes back to the page that asked", async () => {
    const { token } = await aUser(world);
    world.clock.forward(601);
    const session = at(world, "/security?from=mail", token);
    const call = guarded(session, () => read(session.api().user["second-factor"].authenticator.$post()));
    expect(await ledTo(call)).toBe("/security/confirm?redirect_uri=%2Fsecurity%3Ffrom%3Dmail");
  });

  test("after the password the way leads to the step of the code, which knows where the person wanted to go", async () => {
    const { user, secret } = await aFactor(world);
    const init = {
      method: "POST",
      body: new URLSearchParams({ email: user.email, password: PASSWORD }),
      // The cookie of a browser that keeps cookies.
      headers: { Cookie: "browser=1" },
    };
    const session = at(world, "/login/customer", null, init);
    const request = new Request("http://shop.test/login/customer", init);
    const way = await goOn(session, await authenticate(session, request), "/checkout?step=2");
    expect(way.headers.get("Location")).toBe("/login/second_factor");
    const cookies = way.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["secondFactor"]);
    const back = new Request("http://shop.test/login/second_factor", {
      headers: { Cookie: cookies[0]?.split(";")[0] ?? "" },
    });
    const challenge = await keptChallenge(session, back);
    expect(challenge?.wanted).toBe("/checkout?step=2");
    const json = { challenge: challenge?.challenge ?? "", code: appCode(world, secret) };
    const login = await read(session.api().user.login["second-factor"].$post({ json }));
    expect(login.data._id).toBe(user._id);
    const forged = new Request(back.url, { headers: { Cookie: "secondFactor=ImZvcmdlZCI%3D.AAAA" } });
    expect(await keptChallenge(session, forged)).toBeNull();
  });
});
