import { expect, test } from "vitest";
import { testConfig } from "../../tests/fixtures/world";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cookiesOf, readText } from "./cookies.server";
import { readCart, readWishlist, writeCart, writeWishlist } from "./lists";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-cookies-"));
const config = testConfig(folder, false);
rmSync(folder, { recursive: true, force: true });
const secure = { ...config, secure: true };
const id = (n: number) => n.toString(16).padStart(24, "0");
const requestWith = (cookie: string) => new Request("http://shop.test/", { headers: { Cookie: cookie } });
const cookiePair = (header: string) => header.split(";")[0] ?? "";

test("what is written is read again", () => {
  const carts = [
    { product: id(1), variant: id(1), quantity: 1 },
    { product: id(2), variant: `${id(2)}-3`, quantity: 9999 },
    { product: id(2), variant: id(2), quantity: 2 },
  ];
  expect(readCart(writeCart(carts))).toEqual(carts);
  expect(readWishlist(writeWishlist([id(2), id(1)]))).toEqual([id(2), id(1)]);
  expect([readCart(null), readCart(""), readWishlist(null)]).toEqual([[], [], []]);
});

test.each([
  "~~~",
  "....",
  "x.1",
  `${id(1)}`,
  `${id(1)}.`,
  `${id(1)}.0`,
  `${id(1)}.-1`,
  `${id(1)}.1.5e3`.replace(".5e3", "e3"),
  `${id(1)}.10000`,
  `${id(1)}.01`,
  `${id(1)}. 1`,
  `${id(1)}-.1`,
  `${id(1)}-0.1`,
  `${id(1)}-2-3.1`,
  `${id(1).toUpperCase().replace(/0/g, "A")}.1`,
  `${id(1)}.NaN`,
  "__proto__.1",
  "[object Object]",
  "<script>",
  `${id(1)}\u0000.1`,
  "a".repeat(100_000),
  "~".repeat(100_000),
  "' or 1=1 --.1",
])("a hostile cart of %.40j is an empty one", (text) => {
  expect(readCart(text)).toEqual([]);
  expect(readWishlist(text).length).toBeLessThanOrEqual(1);
});

test("good lines among bad ones survive, one a size, fifty at most", () => {
  expect(readCart(`x~${id(1)}.2~~${id(2)}.x~${id(1)}.3`)).toEqual([{ product: id(1), variant: id(1), quantity: 3 }]);
  expect(readCart(Array.from({ length: 500 }, (_, n) => `${id(n)}.1`).join("~"))).toHaveLength(50);
  expect(readWishlist(Array.from({ length: 500 }, (_, n) => id(n % 300)).join("~"))).toHaveLength(50);
});

test("a full cart and a full wishlist fit into what browsers keep", async () => {
  const cookies = cookiesOf(secure);
  const cart = await cookies.cartItems.serialize(
    writeCart(Array.from({ length: 50 }, (_, n) => ({ product: id(n).replace(/^0/, "f"), quantity: 9999 }))),
  );
  const wishes = await cookies.wishlistItems.serialize(writeWishlist(Array.from({ length: 50 }, (_, n) => id(n))));
  for (const header of [cart, wishes]) expect(cookiePair(header).length).toBeLessThanOrEqual(4096);
  expect(readCart(await readText(cookies.cartItems, requestWith(cookiePair(cart))))).toHaveLength(50);
});

test("cookies are out of a script's reach, stay on our site, and are Secure with the host's prefix on https", async () => {
  for (const cookie of Object.values(cookiesOf(secure))) {
    const header = await cookie.serialize("x");
    expect(header).toMatch(/^__Host-\w+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(header).not.toMatch(/Domain=/i);
  }
  const plain = await cookiesOf(config).authToken.serialize("x");
  expect(plain).toMatch(/^authToken=.*; HttpOnly; SameSite=Lax$/);
});

test("what is not a text of ours is no text", async () => {
  const { cartItems, signUp } = cookiesOf(config);
  const json = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));
  for (const value of [
    "",
    "%",
    "%%%",
    "not base64 at all",
    "{}",
    json({ a: 1 }),
    json([1]),
    json(5),
    json(null),
    json(""),
    "a".repeat(5000),
  ]) {
    expect([value.slice(0, 20), await readText(cartItems, requestWith(`cartItems=${value}`))]).toEqual([
      value.slice(0, 20),
      null,
    ]);
  }
  const ownCookie = cookiePair(await signUp.serialize("ada@example.com"));
  expect(await readText(signUp, requestWith(ownCookie))).toBe("ada@example.com");
  expect(await readText(signUp, requestWith(`signUp=${json("eve@example.com")}`))).toBeNull();
  expect(await readText(signUp, requestWith(ownCookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"))))).toBeNull();
});

test("a cookie that the secret before this one has signed still counts; one of no secret of ours does not", async () => {
  const [before, after] = [
    { ...config, secret: "one secret of thirty-two letters" },
    { ...config, secret: "another secret, thirty-two more.", previousSecret: "one secret of thirty-two letters" },
  ];
  const cookie = requestWith(cookiePair(await cookiesOf(before).signUp.serialize("ada@example.com")));
  expect(await readText(cookiesOf(after).signUp, cookie)).toBe("ada@example.com");
  expect(await readText(cookiesOf({ ...after, previousSecret: null }).signUp, cookie)).toBe(null);
});

test("each cookie lives as long as what it is for", async () => {
  const [day, cookies] = [86_400, cookiesOf(config)];
  const lives = async (name: keyof typeof cookies) =>
    Number(/Max-Age=(\d+)/.exec(await cookies[name].serialize("x"))?.[1]);
  expect([await lives("authToken"), await lives("cartItems"), await lives("wishlistItems")]).toEqual([
    30 * day,
    365 * day,
    365 * day,
  ]);
  expect([await lives("notice"), await lives("reset"), await lives("signUp"), await lives("signUpDraft")]).toEqual([
    60,
    1800,
    day,
    day,
  ]);
});
