import { expect, test } from "vitest";
import { serviceOf } from "../../tests/fixtures/served";
import { aProduct, aUser, PASSWORD } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { cookiesOf } from "./cookies.server";
import { writeCart, writeWishlist } from "./lists";
import { Session } from "./session.server";
import { authenticate, goOn } from "./sign-in.server";

interface Carried {
  /** Cookies of steps that were begun in this browser. */
  begun?: ("signUp" | "signUpDraft" | "wanted" | "reset" | "secondFactor")[];
  token?: string | null;
  carts?: { product: string; quantity: number }[];
  wishlist?: string[];
  wanted?: string | null;
}

/** Signs in from a browser that carries these values. */
async function signIn(
  world: World,
  email: string,
  { token = null, carts, wishlist, wanted = null, begun = [] }: Carried = {},
) {
  const { services } = world;
  const { authToken, cartItems, wishlistItems, ...otherCookies } = cookiesOf(services.config);
  const cookiePairs = [
    ...(await Promise.all(begun.map((name) => otherCookies[name].serialize("of another person")))),
    ...(carts ? [await cartItems.serialize(writeCart(carts))] : []),
    ...(wishlist ? [await wishlistItems.serialize(writeWishlist(wishlist))] : []),
  ];
  const request = new Request("http://shop.test/login/customer", {
    method: "POST",
    body: new URLSearchParams({ email, password: PASSWORD }),
    headers: { Cookie: cookiePairs.map((cookie) => cookie.split(";")[0]).join("; ") },
  });
  const session = new Session(serviceOf(world), request.clone(), token, null);
  const answer = await goOn(session, await authenticate(session, request), wanted);
  const cookies = answer.headers.getSetCookie();
  return {
    location: answer.headers.get("Location"),
    token: await authToken.parse((cookies.find((cookie) => cookie.startsWith("authToken=")) ?? "").split(";")[0] ?? ""),
    forgotten: cookies.filter((cookie) => /Max-Age=0/.test(cookie)).map((cookie) => cookie.split("=")[0]),
    answer,
  };
}

const listsOf = async (world: World, token: string) => (await world.call("GET", "/user/lists", { token })).body.data;

onBothDatabases("signing in", (world) => {
  test("leads into the account with a token of its own, which is kept for thirty days", async () => {
    const { email, _id } = await aUser(world);
    const { location, token, forgotten, answer } = await signIn(world, email);
    expect([answer.status, location, forgotten]).toEqual([303, "/customer", []]);
    expect((await world.call("GET", "/user", { token })).body.data._id).toBe(_id);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^authToken=.*Max-Age=2592000;/);
    const notice = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("notice=")) ?? "";
    expect(await cookiesOf(world.services.config).notice.parse(notice.split(";")[0] ?? "")).toEqual({
      type: "success",
      message: "Login Successful",
    });
  });

  test("forgets what somebody has begun in this browser and not finished, such as a reset whose code was right", async () => {
    const { email } = await aUser(world);
    const begunCookies = ["signUp", "signUpDraft", "wanted", "reset", "secondFactor"] as const;
    expect((await signIn(world, email, { begun: [...begunCookies] })).forgotten).toEqual(begunCookies);
  });

  test("leads where the person wanted to go, if they may", async () => {
    const { email } = await aUser(world);
    expect((await signIn(world, email, { wanted: "/checkout" })).location).toBe("/checkout");
    expect((await signIn(world, email, { wanted: "/operator" })).location).toBe("/customer");
  });

  test("moves a buyer's cart or wishlist into the account, and out of the browser", async () => {
    const { _id: product } = await aProduct(world);
    for (const cart of [
      { carts: [{ product, variant: product, quantity: 2 }], wishlist: [] },
      { carts: [], wishlist: [product] },
      { carts: [{ product, variant: product, quantity: 2 }], wishlist: [product] },
    ]) {
      const { email } = await aUser(world);
      const { token, forgotten } = await signIn(world, email, cart);
      expect(await listsOf(world, token)).toEqual(cart);
      expect(forgotten).toEqual(["cartItems", "cartPrices", "wishlistItems"]);
    }
  });

  test("leaves a merchant's cart in the browser: merchants buy nothing", async () => {
    const { _id: product } = await aProduct(world);
    const { email } = await aUser(world, { privilege: "merchant" });
    const { location, forgotten } = await signIn(world, email, { carts: [{ product, quantity: 2 }] });
    expect([location, forgotten]).toEqual(["/merchant", []]);
  });

  test("signs out whoever was signed in on this device before, also when that token is dead", async () => {
    const [before, now] = [await aUser(world), await aUser(world)];
    const { token } = await signIn(world, now.email, { token: before.token });
    expect((await world.call("GET", "/user", { token: before.token })).status).toBe(401);
    expect((await world.call("GET", "/user", { token })).body.data._id).toBe(now._id);
    expect((await signIn(world, now.email, { token: before.token })).location).toBe("/customer");
  });
});
