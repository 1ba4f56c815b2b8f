// Attacks by a stranger who wants the shop to stand still. Each attack has a limit in count and time, and returns the
// responses. `good` says what must be true of the responses, in addition to the limits on the three costs.
import { get, post, send } from "./raw.mjs";
import { bytesBelow, postFiles } from "./files.mjs";

const repeat = (times, text) => text.repeat(times);
const times = (count, work) => Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const one = (text, options) => async (server) => [await send(server, text, options)];
const status =
  (...allowed) =>
  (answers) =>
    answers.every((answer) => allowed.includes(answer.status));

const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };
const PART = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
const JSON_TYPE = { "Content-Type": "application/json" };
const words = Array.from({ length: 2000 }, (_, n) => `w${n}`).join("+");
const cart = Array.from({ length: 300 }, (_, n) => `${n.toString(16).padStart(24, "a")}.9999`).join("~");

/** Opens sixty posts that announce 11 MB each. Each sends one megabyte, if the server reads it, and never ends. */
const unfinished = (path, milliseconds) => (server) =>
  times(60, () =>
    send(server, post(path, PART + repeat(1_000_000, "x"), MULTIPART, 11_000_000), { milliseconds, open: true }),
  );

export const ATTACKS = [
  { name: "a path of 3,000 segments", run: one(get(repeat(3000, "/a"))), good: status(404) },
  {
    name: "ten of them at once",
    run: (server) => times(10, () => send(server, get(repeat(3000, "/a")))),
    good: status(404),
  },
  { name: "the deepest path that is looked at", run: one(get(repeat(15, `/${"a".repeat(60)}`))), good: status(404) },
  { name: "a path of escapes", run: one(get(`/products/${repeat(300, "%2e%2e")}`)), good: status(404) },
  { name: "a path that cannot be read", run: one(get("/products/%zz%c0%ae")), good: status(400) },
  { name: "a search of 2,000 words", run: one(get(`/products?q=${words}`)), good: status(414, 422, 200) },
  { name: "a search of 900 words", run: one(get(`/products?q=${words.slice(0, 4400)}`)), good: status(200, 422) },
  {
    name: "a search for signs of patterns",
    run: one(get(`/products?q=${repeat(900, "%25_*%22(")}`)),
    good: status(200, 414),
  },
  { name: "10,000 parameters", run: one(get(`/products?${repeat(7000, "a&")}`)), good: status(414) },
  { name: "250 parameters", run: one(get(`/products?${repeat(250, "sort=price&")}`)), good: status(200) },
  { name: "page=999999999", run: one(get("/products?page=999999999")), good: status(200, 404, 422) },
  { name: "page=100000 from 1", run: one(get("/products?page=100000&from=1")), good: status(200, 404, 422) },
  { name: "page=1e308 of the service", run: one(get("/api/v1/product/general?page=1e308")), good: status(422) },
  { name: "500 cookies", run: one(get("/products", { Cookie: `a=1${repeat(499, "; a=1")}` })), good: status(431) },
  {
    name: "a cart of 300 lines in a cookie",
    run: one(
      get("/shopping_cart", {
        Cookie: `cartItems=${encodeURIComponent(Buffer.from(JSON.stringify(cart)).toString("base64"))}`,
      }),
    ),
    good: status(200),
  },
  {
    name: "a token of 12 KB",
    run: one(get("/customer", { Cookie: `authToken=${repeat(12_000, "A")}` })),
    good: status(302, 303),
  },
  {
    name: "headers of 12 KB",
    run: one(
      get("/products", { "Accept-Language": repeat(1200, "en;q=0,"), "Accept-Encoding": repeat(300, "br;q=0.1,") }),
    ),
    good: status(200),
  },
  { name: "headers of 20 KB", run: one(get("/", { "X-Odd": repeat(20_000, "a") })), good: status(431) },
  {
    name: "deep JSON of 250 KB",
    run: one(post("/api/v1/user/login", `{"email":${repeat(120_000, "[")}${repeat(120_000, "]")}}`, JSON_TYPE)),
    good: status(413),
  },
  {
    name: "JSON of 20,000 names",
    run: one(
      post("/api/v1/user/login", `{${Array.from({ length: 20_000 }, (_, n) => `"a${n}":1`).join()}}`, JSON_TYPE),
    ),
    good: status(413),
  },
  {
    name: "a number of 200,000 digits",
    run: one(post("/api/v1/user/login", `{"email":${repeat(200_000, "9")}}`, JSON_TYPE)),
    good: status(422),
  },
  { name: "a form of 4,000 fields", run: one(post("/login/customer", repeat(4000, "a=1&"))), good: status(400) },
  {
    name: "a form that asks for a list of 90,000,000",
    run: one(post("/login/customer", "a[90000000]=1")),
    good: status(400),
  },
  {
    name: "an e-mail address that is all pattern",
    run: one(post("/login/customer", `email=${repeat(7000, "a.")}&password=x`)),
    good: status(422),
  },
  {
    name: "a multipart body with an Idempotency-Key to a call that takes none",
    run: one(
      post("/api/v1/support", repeat(4000, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'), {
        ...MULTIPART,
        "Idempotency-Key": "an-attack-0123456789",
      }),
    ),
    good: status(415),
  },
  { name: "lists within lists", run: one(post("/contact", repeat(600, "a[99][99][99]=1&"))), good: status(400) },
  { name: "125,000 fields without a value", run: one(post("/contact", repeat(125_000, "a&"))), good: status(400) },
  { name: "240 KB of one sign", run: one(post("/contact", `description=${repeat(240_000, "<")}`)), good: status(422) },
  {
    name: "a number of 62,500 mathematical digits",
    run: one(post("/contact", `order=${repeat(62_500, "\u{1d7e0}")}`)),
    good: status(413, 422),
  },
  {
    name: "JSON of 120,000 zeros",
    run: one(post("/api/v1/support", `{"email":[${repeat(120_000, "0,")}0]}`, JSON_TYPE)),
    good: status(413),
  },
  { name: "a form of 17 KB where 16 do", run: one(post("/login/customer", repeat(17_500, "a"))), good: status(413) },
  { name: "sixty unfinished posts of 11 MB to /login", run: unfinished("/login", 8000), good: status(413) },
  {
    name: "sixty unfinished posts of 11 MB where a picture may be",
    // Longer than a body may be silent.
    run: unfinished("/customer/account_settings", 75_000),
    good: status(303, 408, 429),
  },
  {
    name: "two hundred megabytes of pictures from a stranger",
    run: strangersFiles,
    good: ([answer]) => answer.status === 303 && answer.onDisk === 0,
  },
  {
    name: "two hundred megabytes to a path that turns into the login's",
    run: async (server) => [
      await postFiles(server, "/merchant/products/../../login/customer", { files: 10, megabytes: 20 }),
    ],
    good: status(404),
  },
  {
    name: "a multipart body that goes on behind its end",
    run: one(post("/merchant/products/add", `--b--\r\n${PART}x\r\n--b--\r\n`, MULTIPART), { milliseconds: 5000 }),
    good: status(303),
  },
  {
    name: "a host that holds the path of another page",
    run: async (server) => [
      await send(server, get("/terms", { Host: "127.0.0.1/about?" })),
      await send(server, get("/terms")),
    ],
    good: ([odd, page]) => odd.status === 400 && page.status === 200 && /<title>Terms/.test(page.head),
  },
  {
    name: "an address that leads out of the site",
    run: one(get("//evil.example/?cookies=asked", { Cookie: "a=1" })),
    good: status(404),
  },
  {
    name: "a body without end",
    run: one("POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"),
    good: status(411),
  },
  {
    name: "headers that never end",
    run: one("GET / HTTP/1.1\r\nHost: a\r\nX-", { milliseconds: 20_000, drip: 500 }),
    good: ([answer]) => answer.dropped && answer.milliseconds < 15_000,
  },
  {
    name: "a body that comes byte by byte",
    run: one(post("/login/customer", "email=", {}, 9000), { milliseconds: 60_000, drip: 500 }),
    good: ([answer]) => answer.status === 408 && answer.milliseconds < 45_000,
  },
  {
    name: "2,000 requests in one breath",
    // Stays open, because more responses follow the first one.
    run: one(repeat(2000, "GET /faqs HTTP/1.1\r\nHost: a\r\n\r\n"), { milliseconds: 3000, open: true }),
    good: ([answer]) => answer.dropped,
  },
  {
    name: "600 connections from one address",
    run: (server) => times(600, () => send(server, "", { milliseconds: 3000 })),
    good: (answers) => answers.filter((answer) => answer.dropped).length >= 300,
  },
  {
    name: "forged addresses in X-Forwarded-For",
    run: (server) => times(20, (n) => send(server, get("/login", { "X-Forwarded-For": `10.0.0.${n}` }))),
    good: (answers) => new Set(answers.map(({ head }) => /r=(\d+)/.exec(head)?.[1])).size === 20,
  },
  {
    name: "calls of the service until they are refused",
    run: readALot,
    good: (answers) => {
      const [refusedAnswer, page] = answers.slice(-2);
      return refusedAnswer.status === 429 && /retry-after/i.test(refusedAnswer.head) && page.status === 200;
    },
  },
];

/** Sends calls as fast as they are answered until one is refused. Then requests a page that the cache holds. */
async function readALot(server) {
  await send(server, get("/faqs"));
  const answers = [];
  while (answers.length < 4000 && answers.at(-1)?.status !== 429) {
    const otherAnswers = await times(40, () => send(server, get("/api/v1/category")));
    answers.push(...otherAnswers.toSorted((a, b) => a.status - b.status));
  }
  return [...answers, await send(server, get("/faqs"))];
}

/** Sends the pictures, and notes the most bytes that lay on the disk meanwhile. */
async function strangersFiles(server) {
  let onDisk = 0;
  const watching = setInterval(() => (onDisk = Math.max(onDisk, bytesBelow(server.temporary))), 20);
  const answer = await postFiles(server, "/merchant/products/add", { files: 10, megabytes: 20 });
  clearInterval(watching);
  return [{ ...answer, onDisk }];
}
