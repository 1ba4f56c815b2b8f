import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { ApiFailure, read } from "~/api/client";
import type { Service } from "~/api/in-process.server";
import { served, serviceOf } from "../../tests/fixtures/served";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../tests/fixtures/world";
import { cookiesOf } from "./cookies.server";
import { writeCart, writeWishlist } from "./lists";
import { guarded, NO_PERMISSION, NOT_AUTHORIZED, orNotFound, Session, sessionOf } from "./session.server";

const SIGNED_OUT = "You have been signed out. Please sign in again.";

/** A session of somebody who asks for a page, with these cookies and this token. */
function aSession(world: World, { path = "/", cookies = [] as string[], token = null as string | null } = {}) {
  const headers = { Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
  return new Session(serviceOf(world), new Request(`http://shop.test${path}`, { headers }), token, null);
}

/** The status, notice and cookies of a thrown or returned redirect. */
async function redirectOf(world: World, work: Promise<unknown>) {
  const response = await work.catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw response;
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get("Location"),
    notice: await aSession(world, { cookies }).notices.last(),
    forgotten: cookies.filter((cookie) => /Max-Age=0/.test(cookie)).map((cookie) => cookie.split("=")[0]),
  };
}

async function visitorsCookies(world: World, product: string): Promise<string[]> {
  const { cartItems, wishlistItems } = cookiesOf(world.services.config);
  return [
    await cartItems.serialize(writeCart([{ product, quantity: 3 }])),
    await wishlistItems.serialize(writeWishlist([product])),
  ];
}

onBothDatabases("who is there", (world) => {
  test("is nobody without a token, and nothing is asked of the database", async () => {
    const { answer, statements } = await counted(() => aSession(world).user());
    expect([answer, statements]).toEqual([null, 0]);
  });

  test("is looked up once, however many parts of a page ask", async () => {
    const { token, _id } = await aUser(world);
    const session = aSession(world, { token });
    const { answer, statements } = await counted(() => Promise.all([session.user(), session.user(), session.user()]));
    expect(answer.map((user) => user?._id)).toEqual([_id, _id, _id]);
    expect(statements).toBe((await counted(() => aSession(world, { token }).user())).statements);
  });

  test("is nobody where a program's token stands in the place of a session's, whatever it opens", async () => {
    const { token } = await aUser(world);
    const scopes = ["profile:write", "shopping:write", "orders:write"];
    const tokenResponse = await world.call("POST", "/user/tokens", {
      token,
      body: { name: "A program", scopes, days: 30 },
    });
    const { authToken } = cookiesOf(world.services.config);
    const Cookie = (await authToken.serialize(tokenResponse.body.token)).split(";")[0] ?? "";
    await served(world, async () => {
      const request = new Request("http://shop.test/", { headers: { Cookie } });
      expect(await (await sessionOf({ request, context: {} as AppLoadContext })).user()).toBeNull();
    });
  });

  test("is whoever the cookie says, the same for everybody who answers one request", async () => {
    const { token, _id } = await aUser(world);
    const { authToken } = cookiesOf(world.services.config);
    const request = new Request("http://shop.test/", { headers: { Cookie: await authToken.serialize(token) } });
    const [context, otherContext] = [{} as AppLoadContext, {} as AppLoadContext];
    await served(world, async () => {
      const session = await sessionOf({ request, context });
      expect((await session.user())?._id).toBe(_id);
      expect(await sessionOf({ request, context })).toBe(session);
      expect(await sessionOf({ request, context: otherContext })).not.toBe(session);
      const visitor = await sessionOf({ request: new Request("http://shop.test/"), context: {} as AppLoadContext });
      expect([visitor.token, await visitor.user()]).toEqual([null, null]);
    });
  });

  test("a page of another role leads to its own login and back", async () => {
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const path = "/merchant/orders?status=Shipped&page=2";
    expect((await aSession(world, { path, token: merchant.token }).require("merchant"))._id).toBe(merchant._id);
    for (const token of [null, buyer.token])
      expect(await redirectOf(world, aSession(world, { path, token }).require("merchant"))).toEqual({
        status: 303,
        location: `/login/merchant?redirect_uri=${encodeURIComponent(path)}`,
        notice: { type: "danger", message: NOT_AUTHORIZED },
        forgotten: [],
      });
    expect((await redirectOf(world, aSession(world, { path: "/customer" }).require("buyer"))).location).toBe(
      "/login/customer?redirect_uri=%2Fcustomer",
    );
  });

  test("a dead token is forgotten: a guarded page leads to its login and back, any other to /login", async () => {
    const token = "a".repeat(43);
    const expectedEnd = { status: 303, notice: { type: "danger", message: SIGNED_OUT }, forgotten: ["authToken"] };
    expect(await redirectOf(world, aSession(world, { path: "/products?q=figs", token }).user())).toEqual({
      ...expectedEnd,
      location: "/login",
    });
    expect(await redirectOf(world, aSession(world, { path: "/merchant/orders", token }).user())).toEqual({
      ...expectedEnd,
      location: "/login/merchant?redirect_uri=%2Fmerchant%2Forders",
    });
  });

  test("a database that is down signs nobody out", async () => {
    const { token } = await aUser(world);
    const down = { ...serviceOf(world), api: { request: () => new Response("{}", { status: 503 }) } };
    const session = new Session(down as unknown as Service, new Request("http://shop.test/customer"), token, null);
    await expect(session.user()).rejects.toMatchObject({ name: "ApiFailure", status: 503 });
  });

  test("what the service refuses ends the session only when it is about who asks", async () => {
    const { token } = await aUser(world);
    const session = aSession(world, { path: "/customer", token });
    const failWith = (status: number) => () => Promise.reject(new ApiFailure(status, [], ""));
    expect(await guarded(session, async () => "fine")).toBe("fine");
    for (const status of [404, 409, 422, 500])
      await expect(guarded(session, failWith(status))).rejects.toMatchObject({ status, name: "ApiFailure" });
    await expect(guarded(session, () => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
    expect(await redirectOf(world, guarded(session, failWith(401)))).toMatchObject({
      location: "/login/customer?redirect_uri=%2Fcustomer",
      notice: { type: "danger", message: SIGNED_OUT },
      forgotten: ["authToken"],
    });
    expect((await world.call("GET", "/user", { token })).status).toBe(200);
    expect(await redirectOf(world, guarded(session, failWith(403)))).toEqual({
      status: 303,
      location: "/login",
      notice: { type: "danger", message: NO_PERMISSION },
      forgotten: ["authToken"],
    });
    expect((await world.call("GET", "/user", { token })).status).toBe(401);
  });

  test("what cannot be found is the page that says so; other failures stay what they are", async () => {
    expect(await orNotFound(Promise.resolve("found"))).toBe("found");
    for (const status of [404, 422]) {
      const answer = await orNotFound(Promise.reject(new ApiFailure(status, [], ""))).catch((thrown) => thrown);
      expect([answer.status, await answer.text()]).toEqual([404, "Not Found"]);
    }
    for (const failure of [new ApiFailure(500, [], ""), new TypeError("ours"), { status: 404 }])
      await expect(orNotFound(Promise.reject(failure))).rejects.toBe(failure);
  });

  test("a form's key makes its call count once; without one, or with an empty one, each counts", async () => {
    const { token } = await aUser(world);
    const [session, product] = [aSession(world, { token }), (await aProduct(world))._id];
    const add = (key?: string) =>
      read(session.api(key).user.cart[":product"].$put({ param: { product }, json: { add: 1 } }));
    for (const key of ["form-key-1", "form-key-1", "", "", undefined]) await add(key);
    expect((await session.lists.read()).carts).toEqual([{ product, variant: product, quantity: 4 }]);
    const otherUser = await aUser(world);
    expect((await read(session.client.as(otherUser.token).user.$get())).data._id).toBe(otherUser._id);
  });
});

onBothDatabases("cart and wishlist", (world) => {
  test("are the cookies' for a visitor and a merchant, and the account's for a buyer", async () => {
    const { _id: product } = await aProduct(world);
    const cookies = await visitorsCookies(world, product);
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const lists = { carts: [{ product, variant: product, quantity: 3 }], wishlist: [product] };
    expect(await aSession(world, { cookies }).lists.read()).toEqual(lists);
    expect(await aSession(world, { cookies }).lists.counts()).toEqual({ cart: 1, wishlist: 1 });
    expect(await aSession(world, { cookies, token: merchant.token }).lists.read()).toEqual(lists);
    const hers = aSession(world, { cookies, token: buyer.token });
    const { answer, statements } = await counted(async () => [await hers.lists.read(), await hers.lists.read()]);
    expect(answer).toEqual([
      { carts: [], wishlist: [] },
      { carts: [], wishlist: [] },
    ]);
    expect(statements).toBeLessThanOrEqual(4);
    expect(await hers.lists.counts()).toEqual({ cart: 0, wishlist: 0 });
    expect(await hers.lists.ofVisitor()).toEqual(lists);
  });

  test("are kept for a year, each by itself, and an empty one is forgotten", async () => {
    const [{ _id: product }, session] = [await aProduct(world), aSession(world)];
    expect(await session.lists.keep({})).toEqual([]);
    const cookiesSent = await session.lists.keep({ carts: [{ product, quantity: 2 }], wishlist: [product] });
    expect(cookiesSent.map((cookie) => /^(\w+)=.*Max-Age=(\d+)/.exec(cookie)?.slice(1))).toEqual([
      ["cartItems", "31536000"],
      ["wishlistItems", "31536000"],
    ]);
    expect(await aSession(world, { cookies: cookiesSent }).lists.read()).toEqual({
      carts: [{ product, variant: product, quantity: 2 }],
      wishlist: [product],
    });
    const laterCookies = await session.lists.keep({ carts: [{ product, quantity: 2, seen: 2.5 }] });
    expect((await aSession(world, { cookies: laterCookies }).lists.read()).carts).toEqual([
      { product, variant: product, quantity: 2, seen: 2.5 },
    ]);
    const expiredCookies = [
      ...(await session.lists.keep({ carts: [] })),
      ...(await session.lists.keep({ wishlist: [] })),
    ];
    expect(expiredCookies.map((cookie) => /^(\w+)=.*Max-Age=(\d+)/.exec(cookie)?.slice(1))).toEqual([
      ["cartItems", "0"],
      ["cartPrices", "0"],
      ["wishlistItems", "0"],
    ]);
  });
});

onBothDatabases("a message for the next page", (world) => {
  test("is shown there as it was left", async () => {
    for (const notice of [
      { type: "success", message: "Saved." },
      { type: "danger", message: "x".repeat(1000) },
      { type: "success", message: "You are signed out.", leaves: true },
    ] as const)
      expect(await aSession(world, { cookies: [await aSession(world).notices.cookie(notice)] }).notices.last()).toEqual(
        notice,
      );
    expect(await aSession(world).notices.last()).toBeNull();
  });

  test.each([
    "Buy elsewhere",
    7,
    null,
    [],
    {},
    { type: "success" },
    { message: "x" },
    { message: 7, type: "success" },
    { message: "x", type: "info" },
    { message: "x", type: ["success"] },
    { message: "x".repeat(1001), type: "success" },
  ])("is not shown when it is none of ours: %j", async (value) => {
    const cookie = await cookiesOf(world.services.config).notice.serialize(value);
    expect(await aSession(world, { cookies: [cookie] }).notices.last()).toBeNull();
    expect(await aSession(world, { cookies: ["notice=%%%"] }).notices.last()).toBeNull();
  });

  test("travels with a redirect, beside its cookies; a new document is asked for only where Stripe's script is let in", async () => {
    const session = aSession(world);
    const answer = await session.redirect("/checkout/payment", { notice: "Saved.", cookies: ["a=1", "b=2"] });
    expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie().slice(0, 2)]).toEqual([
      303,
      "/checkout/payment",
      ["a=1", "b=2"],
    ]);
    expect((await redirectOf(world, Promise.resolve(answer))).notice).toEqual({ type: "success", message: "Saved." });
    expect(
      (await redirectOf(world, session.redirect("/", { notice: { type: "danger", message: "No." } }))).notice,
    ).toEqual({
      type: "danger",
      message: "No.",
    });
    const plain = await session.redirect("/");
    expect(plain.headers.getSetCookie()).toEqual([]);
  });
});

onBothDatabases("where and when somebody wants goods", (world) => {
  test("is kept in a cookie, narrows lists, and is forgotten when it is taken away", async () => {
    const at = async (...cookies: string[]) => {
      const { whereabouts } = aSession(world, { cookies });
      return [await whereabouts.read(), await whereabouts.query()];
    };
    const { whereabouts } = aSession(world);
    expect(await at()).toEqual([null, {}]);
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const [anyDay, oneDay] = [
      { postcode: "05401", day: null },
      { postcode: "05401", day: inAWeek },
    ];
    expect(await at(await whereabouts.keep(anyDay))).toEqual([anyDay, { postcode: "05401" }]);
    expect(await at(await whereabouts.keep(oneDay))).toEqual([oneDay, oneDay]);
    expect(await at("reach=nonsense")).toEqual([null, {}]);
    const forgotten = await whereabouts.keep(null);
    expect(forgotten).toMatch(/Max-Age=0/);
    expect(await at(forgotten)).toEqual([null, {}]);
  });
});
