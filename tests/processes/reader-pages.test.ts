import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "~/platform/ids.server";
import { buildServices } from "~/platform/services.server";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { aProduct, aUser, setSold } from "../fixtures/shop";
import { testConfig } from "../fixtures/world";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/*
 * A public page for a person who is signed in or carries something is rendered individually the first time. Later the
 * person's parts are filled into a page that was rendered for everybody. The two must not differ.
 */

const HOSTILE = `Zoë </script><img src=x onerror=alert(1)> "O'Hara" \\ \u2028&amp;`;
let place: Place;
let fake: FakeStripe;
let stall: string;
let shop: ShopProcess;
let products: string[];
let people: Record<string, string>;

const servicesOf = () => buildServices(testConfig(place.folder, false), { database: place.database });

const cookie = (name: string, value: unknown) =>
  `${name}=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  const services = servicesOf();
  const world = { services };
  products = [];
  for (let n = 0; n < 14; n += 1)
    products.push((await aProduct(world, { title: `Pear <i>${n}</i>`, quantity: n === 13 ? 0 : 50 }))._id);
  const [first = "", second = "", third = ""] = products.toReversed();
  const { merchantId } = await services.db
    .selectFrom("products")
    .select("merchantId")
    .where("_id", "=", first)
    .executeTakeFirstOrThrow();
  stall = merchantId;
  const imageId = newId();
  await services.db
    .insertInto("files")
    .values({
      _id: imageId,
      ownerId: null,
      kind: "image",
      mime: "image/webp",
      bytes: 1,
      width: 640,
      height: 640,
      widths: "[160,320,640]",
      attached: 1,
      createdAt: new Date().toISOString(),
    })
    .execute();
  const buyer = await aUser(world, { firstName: "Grace", lastName: "Hopper" });
  const at = new Date().toISOString();
  await services.db
    .insertInto("cartLines")
    .values(
      [first, third].map((productId) => ({
        userId: buyer._id,
        productId,
        variantId: productId,
        quantity: 3,
        seenCents: 250,
        addedAt: at,
      })),
    )
    .execute();
  await services.db
    .insertInto("wishlistLines")
    .values([second, third].map((productId) => ({ userId: buyer._id, productId, addedAt: at })))
    .execute();
  // Two conversations with an unread message.
  for (const productId of [first, second])
    await services.db
      .insertInto("conversations")
      .values({
        _id: newId(),
        buyerId: buyer._id,
        merchantId,
        subjectKind: "product",
        subjectId: productId,
        orderId: null,
        title: "Pear",
        searchTitle: "pear",
        messageCount: 1,
        lastAt: at,
        buyerUnread: 1,
        merchantUnread: 0,
        buyerReadTo: 0,
        merchantReadTo: 0,
        buyerMailedAt: null,
        merchantMailedAt: null,
        openReports: 0,
        closedAt: null,
        closedReason: "",
        createdAt: at,
      })
      .execute();
  // The stall of one product delivers to one postcode.
  const { merchantId: ofOne } = await services.db
    .selectFrom("products")
    .select("merchantId")
    .where("_id", "=", second)
    .executeTakeFirstOrThrow();
  const [methodId, area] = [newId(), "80331"];
  const way = {
    kind: "delivery" as const,
    name: "Van",
    isActive: 1 as const,
    address: "",
    directions: "",
    times: "[]",
  };
  await services.db
    .insertInto("deliveryMethods")
    .values({ _id: methodId, merchantId: ofOne, ...way, area, daysOff: "[]", createdAt: at, updatedAt: at })
    .execute();
  await services.db.insertInto("wayAreas").values({ methodId, kind: "code", first: area, last: "" }).execute();
  const signedIn = (user: { token: string }) => cookie("authToken", user.token);
  people = {
    "a visitor with a cart": cookie("cartItems", `${first}.2`),
    "a visitor with a cart and a wishlist": `${cookie("cartItems", `${first}.2~${second}.1`)}; ${cookie("wishlistItems", `${third}~${first}`)}`,
    "a buyer with both": signedIn(buyer),
    "a buyer with nothing, of a hostile name": signedIn(await aUser(world, { firstName: HOSTILE, lastName: HOSTILE })),
    "a buyer with a picture": signedIn(await aUser(world, { firstName: "Mary", lastName: "Kom", imageId })),
    "a visitor with a postcode": cookie("reach", area),
    "a visitor with a postcode elsewhere and a day": cookie("reach", "99501~2099-12-31"),
    "a merchant": signedIn(place.merchant),
    "an operator": signedIn(place.operator),
  };
  fake = await startFakeStripe({ now: () => new Date() });
  shop = await startProcess(environmentOf(place, fake), 0);
});

afterAll(async () => {
  await shop?.kill();
  await place?.remove();
  await fake?.close();
});

interface Page {
  html: string;
  headers: Headers;
  filled: boolean;
}

async function get(address: string, who: string, headers: Record<string, string> = {}): Promise<Page> {
  const answer = await fetch(shop.address + address, { redirect: "manual", headers: { cookie: who, ...headers } });
  const html = await answer.text();
  const requestId = answer.headers.get("X-Request-Id") ?? "";
  await expect.poll(() => shop.logged.some((line) => line.includes(requestId) && line.includes('"route"'))).toBe(true);
  const line = shop.logged.find((one) => one.includes(requestId) && one.includes('"route"')) ?? "{}";
  return { html, headers: answer.headers, filled: (JSON.parse(line) as { cache?: string }).cache === "hit" };
}

/** A template has the styles of all that may be filled in. An individual page has only those that its person needs. */
const STYLES = /<style>([^]*?)<\/style>/;

const keyIn = (html: string) => /name="_key" value="([0-9a-f]{32})"/.exec(html)?.[1];

/** Gets a page for the service worker, which is always rendered individually. */
const rendered = (address: string, who: string) => get(address, who, { "X-For-Device": "1" });

/** Gets a page that is filled in. The second request makes the template. */
async function filledPage(address: string, who: string): Promise<Page> {
  await get(address, who);
  const page = await get(address, who);
  expect([address, page.filled]).toEqual([address, true]);
  return page;
}

/** Returns a page in a comparable form: its HTML, and its scripts and styles that its policy does not allow. */
function told({ html, headers }: Page) {
  const key = keyIn(html);
  const same = key ? html.replaceAll(key, "KEY") : html;
  const scripts = html.matchAll(/<script(?![^>]*(?: src=|ld\+json|text\/plain))[^>]*>([^]*?)<\/script>/g);
  const code = [...scripts, STYLES.exec(html) ?? []].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const policy = headers.get("Content-Security-Policy") ?? "";
  return {
    html: same.replace(STYLES, ""),
    notAllowed: code.filter((hash) => !policy.includes(hash)),
    headers: Object.fromEntries(
      [...headers].filter(
        ([name]) =>
          !/^(date|x-request-id|server-timing|content-length|transfer-encoding|content-security-policy|etag)$/.test(
            name,
          ),
      ),
    ),
  };
}

const addresses = () => [
  "/",
  "/?categories=2",
  "/products",
  "/products?q=pear&sort=price&page=2",
  "/products?q=nothing+has+this",
  `/products/${products[13]}`,
  `/products/${products[12]}?picture=1&quantity=3`,
  `/products/${products[11]}`,
  `/stalls/${stall}`,
  "/about",
];

test("a page that was filled in is the page that would have been rendered: HTML, policy and headers", async () => {
  for (const address of addresses())
    for (const [name, who] of Object.entries(people)) {
      const [first, second] = [await rendered(address, who), await filledPage(address, who)];
      const [expected, got] = [told(first), told(second)];
      expect([name, address, first.filled, got]).toEqual([name, address, false, expected]);
      expect([name, address, got.notAllowed]).toEqual([name, address, []]);
      expect(second.html).not.toContain("placeholder-");
    }
});

test("a page of somebody with a postcode is nobody else's, and a visitor's page knows of none", async () => {
  const [near, far] = [cookie("reach", "80331"), cookie("reach", "99501")];
  const visitors = async () => (await (await fetch(`${shop.address}/products`)).text()).replace(STYLES, "");
  const before = await visitors();
  for (const [who, reaches] of [
    [near, true],
    [far, false],
    [near, true],
  ] as const)
    for (const get of [rendered, filledPage]) {
      const { html, headers } = await get("/products", who);
      expect([html.includes("Pear &lt;i&gt;12"), html.includes(reaches ? "80331" : "99501")]).toEqual([reaches, true]);
      expect(html).not.toContain(reaches ? "99501" : "80331");
      expect(headers.get("Cache-Control")).toBe("private, no-cache");
    }
  const home = (await filledPage("/", far)).html;
  expect([home.includes("Not to 99501"), (await filledPage("/", near)).html.includes("Not to")]).toEqual([true, false]);
  expect(before).not.toMatch(/80331|99501/);
  expect(await visitors()).toBe(before);
  expect(shop.logged.filter((line) => /80331|99501/.test(line))).toEqual([]);
});

test("a filled page carries its styles and says so, and for a browser that was told it links them", async () => {
  const who = people["a buyer with both"] ?? "";
  const first = await filledPage("/products", who);
  const [told = ""] = first.headers.get("Set-Cookie")?.split(";") ?? [];
  expect([told, first.html]).toEqual([expect.stringMatching(/^sheets=./), expect.stringContaining("<link data-sheet")]);
  const next = await filledPage("/products", `${who}; ${told}`);
  expect(next.headers.get("Set-Cookie")).toBeNull();
  expect(next.html).toContain('<style></style><link rel="stylesheet"');
  expect(next.html).not.toContain("data-sheet");
});

test("people who ask at once get pages of their own, each with a form key that was never given before", async () => {
  const own = { "a buyer with both": "GH", "a buyer with a picture": "/media/", "an operator": 'href="/operator"' };
  const asked = Object.entries(people).flatMap(([name, who]) => Array.from({ length: 6 }, () => ({ name, who })));
  const pages = await Promise.all(asked.map(async ({ name, who }) => ({ name, page: await get("/about", who) })));
  const lists = await Promise.all(asked.map(async ({ who }) => (await get("/products", who)).html));
  for (const { name, page } of pages)
    for (const [owner, sign] of Object.entries(own))
      expect([name, owner, accountLink(page.html).includes(sign)]).toEqual([name, owner, name === owner]);
  const keys = lists.map(keyIn).filter((key) => key !== undefined);
  expect(keys.length).toBe(18);
  expect(new Set(keys).size).toBe(18);
});

/** Returns the header's link to the account, with initials or picture. */
const accountLink = (html: string) =>
  /<a [^>]*href="\/(?:customer|merchant|operator|login)"[^]*?<\/a>/.exec(html)?.[0] ?? "";

test("what somebody has just put into the cart, wished for or been told is on their next page", async () => {
  const user = await aUser({ services: servicesOf() }, { firstName: "Rosa", lastName: "Parks" });
  const who = cookie("authToken", user.token);
  expect((await filledPage("/products", who)).html).toContain("Shopping Cart, 0 products");
  const call = (path: string, method: string, body: object) =>
    fetch(`${shop.address}/api/v1${path}`, {
      method,
      headers: { Authorization: user.token, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await call(`/user/cart/${products[12]}`, "PUT", { quantity: 2 });
  const added = await get("/products", who);
  expect(added.html).toContain("Shopping Cart, 1 product<");
  expect(added.html).toContain("In cart: Pear &lt;i&gt;12&lt;/i&gt;");
  const notice = cookie("notice", { message: "That was saved just now.", type: "success" });
  expect((await get("/products", `${who}; ${notice}`)).html).toContain("That was saved just now.");
});

test("several pages of a list together are rendered for who asks, never with each card in all its states", async () => {
  for (let n = 0; n < 3; n += 1)
    expect((await get("/products?page=2&from=1", people["a visitor with a cart"]!)).filled).toBe(false);
});

test("a changed price stands on the next page, and who has signed out is nobody on it", async () => {
  const user = await aUser({ services: servicesOf() }, { firstName: "Rosa", lastName: "Parks" });
  const who = cookie("authToken", user.token);
  expect((await filledPage("/products", who)).html).not.toContain("777.77");
  await setSold(place.database.db, { priceCents: 77_777, amountCents: 77_777 }, products[13] ?? "");
  expect((await get("/products", who)).html).toContain("777.77");
  expect(accountLink((await filledPage("/products", who)).html)).toContain("RP");
  await fetch(`${shop.address}/api/v1/user/logout`, { method: "POST", headers: { Authorization: user.token } });
  const gone = await get("/products", who);
  expect([gone.filled, gone.html.includes("RP")]).toEqual([false, false]);
});
