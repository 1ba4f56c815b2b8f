import { createServer, request as ask, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import express from "express";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { deviceOf } from "~/features/accounts/sessions.server";
import { addressKey } from "~/platform/http/client-address";
import { contentEncodingFor } from "~/platform/http/content-encoding.server";
import { originOf } from "~/platform/http/csrf.server";
import { toFetchRequest } from "~/platform/http/fetch-adapter.server";
import { refuseNonsense } from "~/platform/http/request-bounds.server";
import { testConfig } from "../../tests/fixtures/world";
import { cookiesOf, readText } from "~/session/cookies.server";
import { readCart, readWishlist, withPrices } from "~/session/lists";
import { partOf } from "./answer-video.server";
import { cachedAnswers, isVisitor } from "./cached-answers.server";

/* Whatever stands in a header, it is read as what we write ourselves, or not at all. */

/** What may stand in a header at all: Node refuses anything else. */
const value = (...words: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.stringMatching(/^[\x20-\x7e]{0,6}$/)), { maxLength: 14 })
    .map((parts) => parts.join(""));
const RUNS = { numRuns: 1500 };

test("a cookie that we did not write is nothing, or a cart of products in quantities that there are", async () => {
  const cookies = cookiesOf(testConfig("", true));
  const id = "0123456789abcdef01234567";
  const written = value(id, `${id}.3`, "~", ".", "0", "9999", "99999", "-1", "1e9", "%00", "=", ";");
  await fc.assert(
    fc.asyncProperty(written, fc.constantFrom("text", "json", "bare"), async (text, how) => {
      const bytes =
        how === "bare" ? text : Buffer.from(how === "json" ? JSON.stringify(text) : text).toString("base64");
      const headers = new Headers(
        [
          "cartItems",
          "wishlistItems",
          "cartPrices",
          "authToken",
          "browser",
          "sheets",
          "signUp",
          "reset",
          "secondFactor",
        ].map((name): [string, string] => ["Cookie", `${name}=${encodeURIComponent(bytes)}`]),
      );
      headers.set("Cookie", (headers.get("Cookie") ?? "").replaceAll(", ", "; "));
      const read = (name: keyof typeof cookies) => readText(cookies[name], { headers });
      const cart = withPrices(readCart(await read("cartItems")), await read("cartPrices"));
      for (const line of cart) expect([line.product, line.quantity >= 1 && line.quantity <= 9999]).toEqual([id, true]);
      expect(readWishlist(await read("wishlistItems")).filter((product) => product !== id)).toEqual([]);
      // Whoever cannot sign has nothing to say here.
      for (const name of ["browser", "signUp", "reset", "secondFactor"] as const) expect(await read(name)).toBeNull();
    }),
    RUNS,
  );
});

test("a range is a part of the file, outside of it, or ignored", () => {
  const asked = value("bytes=", "-", "0", "1", "499", "500", "99999999999999999999999", ",", " ", "e9");
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 1000 }), (range, size) => {
      const part = partOf(range, size);
      if (part === null || part === "outside") return;
      expect([part.start >= 0, part.end >= part.start, part.end < size]).toEqual([true, true, true]);
      expect([part.start, part.end].every(Number.isSafeInteger)).toBe(true);
    }),
    RUNS,
  );
});

test("whatever a browser says it takes, it gets one of three encodings, and one that it has not refused", () => {
  fc.assert(
    fc.property(value("br", "gzip", "identity", "*", ";q=", "0", "1", ",", "x"), (taken) => {
      expect(["br", "gzip", "identity"]).toContain(contentEncodingFor(taken));
    }),
    RUNS,
  );
});

test("what a program calls itself is told in our words alone", () => {
  fc.assert(
    fc.property(value("Mozilla/5.0", "Chrome/", "<b>", "Android", "Firefox", "\\", '"'), (program) => {
      expect(deviceOf(program)).toMatch(/^[A-Z][A-Za-z]*( Internet| Browser| program)?( on [A-Za-z]+)?$/);
    }),
    RUNS,
  );
});

test("a page of another site is never taken for ours, however it writes where it comes from", () => {
  const elsewhere = value(
    "http://",
    "https://",
    "shop.test",
    "evil.test",
    "@",
    ".",
    "/",
    "\\",
    "#",
    "?",
    ":443",
    "null",
  );
  fc.assert(
    fc.property(elsewhere, fc.constantFrom("origin", "referer", "sec-fetch-site"), (from, header) => {
      const headers = { host: "shop.test", cookie: "a=1", "user-agent": "Mozilla/5.0", [header]: from };
      const where = originOf({ headers }, "shop.test");
      if (where === "ours")
        expect(
          header === "sec-fetch-site" ? /^(same-origin|none)$/.test(from) : new URL(from).host === "shop.test",
        ).toBe(true);
    }),
    RUNS,
  );
});

test("a page from memory is sent whole or as known, and only to who sends nothing of their own", () => {
  const body = Buffer.from("page");
  const made = { moment: 0, tags: [], renderedAt: 0, asked: 0 };
  const page = { ...made, headers: [] as [string, string][], bodies: { br: body, gzip: body, identity: body } };
  const send = cachedAnswers([]);
  /** The status that is answered, and the tag of the page. */
  const answered = (headers: IncomingMessage["headers"]) => {
    let [status, tag] = [0, ""];
    const response = {
      writeHead(code: number, head: string[]) {
        [status, tag] = [code, head[head.indexOf("etag") + 1] ?? ""];
        return this;
      },
      end: () => undefined,
    };
    send({ headers } as IncomingMessage, response as never, page, true, "a".repeat(24));
    return { status, tag };
  };
  const { tag } = answered({});
  fc.assert(
    fc.property(value(tag, "*", "W/", '"', ",", " ", '""'), (known) => {
      const named = known.split(",").some((one) => [tag, "*"].includes(one.trim()));
      expect(answered({ "if-none-match": known }).status).toBe(named ? 304 : 200);
    }),
    RUNS,
  );
  fc.assert(
    fc.property(
      value("browser=", "sheets=", "; ", "__Host-", "authToken=", ";", " ", "a=1", "cartItems="),
      (cookie) => {
        const asked = { method: "GET", url: "/", headers: { cookie } } as IncomingMessage;
        if (isVisitor(asked))
          for (const one of cookie.split(";")) expect(one).toMatch(/^ ?(__Host-)?(browser|sheets)=/);
      },
    ),
    RUNS,
  );
});

let server: Server | undefined;
afterEach(() => server?.close());

/** Where a request says that it goes, and whom it is counted for, with so many proxies in front. */
async function listening(proxies: number) {
  const site = express();
  site.set("trust proxy", proxies);
  site.use(refuseNonsense(proxies > 0));
  site.use((request, response) => {
    response.json({
      url: toFetchRequest(request, response).url,
      path: request.path,
      client: addressKey(request.ip),
    });
  });
  server = createServer(site);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (headers: Record<string, string>) =>
    new Promise<{ status: number; url: string; client: string }>((resolve, reject) => {
      ask(
        { port, host: "127.0.0.1", path: "/page", headers: { Host: "shop.test", ...headers }, agent: false },
        (answer) => {
          let text = "";
          answer.on("data", (chunk) => (text += chunk));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              ...(answer.statusCode === 200 ? JSON.parse(text) : { url: "", client: "" }),
            }),
          );
        },
      )
        .on("error", reject)
        .end();
    });
}

const forwarded = fc.record({
  "X-Forwarded-For": value("10.0.0.1", "203.0.113.7", ",", " ", "::1", "unknown"),
  "X-Forwarded-Host": value("evil.test", ":80", "@", "/", ","),
  "X-Forwarded-Proto": value("https", "javascript", ",", ":"),
  "X-Forwarded-Port": value("1", "99999"),
  Forwarded: value("for=10.0.0.1", ";host=evil.test", ";proto=https"),
  "X-Real-IP": value("10.0.0.1"),
});

test("without a proxy of ours nothing that says so is believed", async () => {
  const answer = await listening(0);
  await fc.assert(
    fc.asyncProperty(forwarded, async (headers) => {
      expect(await answer(headers)).toMatchObject({ status: 200, url: "http://shop.test/page", client: "127.0.0.1" });
    }),
    { numRuns: 150 },
  );
});

test("with one, its own word counts, and what stood before it does not", async () => {
  const answer = await listening(1);
  await fc.assert(
    fc.asyncProperty(forwarded, async (headers) => {
      const told = { ...headers, "X-Forwarded-For": `${headers["X-Forwarded-For"].replaceAll(",", " ")}, 203.0.113.9` };
      const { status, url, client } = await answer({
        ...told,
        "X-Forwarded-Host": "shop.test",
        "X-Forwarded-Proto": "https",
      });
      expect([status, url, client]).toEqual([200, "https://shop.test/page", "203.0.113.9"]);
      // What comes through it of others leads nowhere else than the address that was asked for.
      const odd = await answer(headers);
      expect(odd.status === 400 || /^https?:\/\/[^/?#]+\/page$/.test(odd.url)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a host is a host, or the request is refused", async () => {
  const answer = await listening(0);
  const host = value("shop.test", "/about", "?", "#", "@", ":80", ":", "\\", "[::1]", "..", "%2f", " ");
  await fc.assert(
    fc.asyncProperty(host, async (Host) => {
      const { status, url } = await answer({ Host });
      expect(status === 400 || /^http:\/\/[^/?#]+\/page$/.test(url)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("an address is the same for who counts bodies and for who renders, or it is refused", async () => {
  await listening(0);
  const { port } = server!.address() as AddressInfo;
  /** Sends a line that no client would, and answers what the site made of it. */
  const sent = (path: string) =>
    new Promise<string>((resolve) => {
      const line = `GET /${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`;
      const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(line, "latin1")));
      let text = "";
      socket.on("data", (chunk) => (text += chunk));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(text));
    });
  const path = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "login",
          "merchant/products",
          "/",
          "..",
          ".",
          "%2e",
          "%2f",
          "\\",
          "%5c",
          "\t",
          "\f",
          "#",
          ";",
          "?",
          "@",
          "//",
        ),
        fc.string({ unit: "binary", maxLength: 3 }).filter((text) => !/[\r\n ]/.test(text)),
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(path, async (asked) => {
      const answer = await sent(asked);
      if (!answer.startsWith("HTTP/1.1 200")) return;
      const { url, path: counted } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as Record<string, string>;
      const [rendered, text] = [new URL(url ?? "").pathname, counted ?? ""];
      expect(rendered.split("/").length).toBe(text.split("/").length);
      expect(decodeURIComponent(rendered)).toBe(decodeURIComponent(text));
    }),
    {
      numRuns: 400,
      examples: [["a/.\t./login"], ["login#/merchant/products"], ["merchant/products/%2E./../login"], ["..#"]],
    },
  );
});
