import { createServer, request as ask, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import express from "express";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { deviceOf } from "~/features/accounts/sessions.server";
import { addressKey } from "~/edge/http/client-address";
import { contentEncodingFor } from "~/edge/http/content-encoding.server";
import { originOf } from "~/edge/csrf/cross-site.server";
import { toFetchRequest } from "~/edge/http/fetch-adapter.server";
import { originFor } from "~/edge/http/own-origin.server";
import { refuseNonsense } from "./bounds.server";
import { testConfig } from "../../tests/fixtures/world";
import { runsOf } from "../../tests/fixtures/long-test";
import { cookiesOf, readText } from "~/session/cookies.server";
import { readCart, readWishlist, withPrices } from "~/session/lists";
import { partOf } from "~/edge/resources/answer-video.server";
import { cachedAnswers, isVisitor } from "~/edge/cache/cached-answers.server";

/* A header with any content is either read as a value that we write ourselves, or ignored. */

/** Values that a header can have: Node refuses anything else. */
const value = (...words: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.stringMatching(/^[\x20-\x7e]{0,6}$/)), { maxLength: 14 })
    .map((parts) => parts.join(""));
const RUNS = runsOf(1500);

test("a cookie that we did not write is nothing, or a cart of products in quantities that there are", async () => {
  const cookies = cookiesOf(testConfig("", true));
  const id = "0123456789abcdef01234567";
  const cookieText = value(id, `${id}.3`, "~", ".", "0", "9999", "99999", "-1", "1e9", "%00", "=", ";");
  await fc.assert(
    fc.asyncProperty(cookieText, fc.constantFrom("text", "json", "bare"), async (text, how) => {
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
      // A sender without the key for signatures can set none of these.
      for (const name of ["browser", "signUp", "reset", "secondFactor"] as const) expect(await read(name)).toBeNull();
    }),
    RUNS,
  );
});

test("a range is a part of the file, outside of it, or ignored", () => {
  const rangeHeader = value("bytes=", "-", "0", "1", "499", "500", "99999999999999999999999", ",", " ", "e9");
  fc.assert(
    fc.property(rangeHeader, fc.integer({ min: 1, max: 1000 }), (range, size) => {
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
    fc.property(value("br", "gzip", "identity", "*", ";q=", "0", "1", ",", "x"), (acceptEncoding) => {
      expect(["br", "gzip", "identity"]).toContain(contentEncodingFor(acceptEncoding));
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
  const otherOrigin = value(
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
    fc.property(otherOrigin, fc.constantFrom("origin", "referer", "sec-fetch-site"), (from, header) => {
      const headers = { host: "shop.test", cookie: "a=1", "user-agent": "Mozilla/5.0", [header]: from };
      for (const acceptsHost of [true, false]) {
        const where = originOf({ headers }, { origin: "https://shop.test", acceptsHost });
        const isOurs = () => {
          const { host, origin } = new URL(from);
          return acceptsHost ? host === "shop.test" : origin === "https://shop.test";
        };
        if (where === "ours")
          expect(header === "sec-fetch-site" ? /^(same-origin|none)$/.test(from) : isOurs()).toBe(true);
      }
    }),
    RUNS,
  );
});

test("a page from memory is sent whole or as known, and only to who sends nothing of their own", () => {
  const body = Buffer.from("page");
  const templateInfo = { moment: 0, tags: [], renderedAt: 0 };
  const page = { ...templateInfo, headers: [] as [string, string][], bodies: { br: body, gzip: body, identity: body } };
  const send = cachedAnswers([]);
  /** The response's status and the page's ETag. */
  const statusFor = (headers: IncomingMessage["headers"]) => {
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
  const { tag } = statusFor({});
  fc.assert(
    fc.property(value(tag, "*", "W/", '"', ",", " ", '""'), (ifNoneMatch) => {
      const isMatch = ifNoneMatch.split(",").some((one) => [tag, "*"].includes(one.trim()));
      expect(statusFor({ "if-none-match": ifNoneMatch }).status).toBe(isMatch ? 304 : 200);
    }),
    RUNS,
  );
  fc.assert(
    fc.property(
      value("browser=", "sheets=", "; ", "__Host-", "authToken=", ";", " ", "a=1", "cartItems="),
      (cookie) => {
        const message = { method: "GET", url: "/", headers: { cookie } } as IncomingMessage;
        if (isVisitor(message))
          for (const one of cookie.split(";")) expect(one).toMatch(/^ ?(__Host-)?(browser|sheets)=/);
      },
    ),
    RUNS,
  );
});

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server behind this many proxies. It answers with the URL, the path and the counted client of a request. */
async function listening(proxies: number, production = true) {
  const site = express();
  site.set("trust proxy", proxies);
  site.use(refuseNonsense());
  site.use((request, response) => {
    response.json({
      url: toFetchRequest(request, response, originFor(request, { publicUrl: "https://shop.test", production })).url,
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
      expect(await answer(headers)).toMatchObject({ status: 200, url: "https://shop.test/page", client: "127.0.0.1" });
    }),
    { numRuns: 150 },
  );
});

test("with one, its own word on who asks counts, and the address is PUBLIC_URL whatever anybody says", async () => {
  const answer = await listening(1);
  await fc.assert(
    fc.asyncProperty(forwarded, async (headers) => {
      const proxiedHeaders = {
        ...headers,
        "X-Forwarded-For": `${headers["X-Forwarded-For"].replaceAll(",", " ")}, 203.0.113.9`,
      };
      const { status, url, client } = await answer(proxiedHeaders);
      expect([status, url, client]).toEqual([200, "https://shop.test/page", "203.0.113.9"]);
    }),
    { numRuns: 100 },
  );
});

test("a host is a host, or the request is refused; in production it leads nowhere else than PUBLIC_URL", async () => {
  const host = value("shop.test", "/about", "?", "#", "@", ":80", ":", "\\", "[::1]", "..", "%2f", " ");
  for (const production of [true, false]) {
    server?.close();
    const answer = await listening(0, production);
    const right = production ? /^https:\/\/shop\.test\/page$/ : /^https:\/\/[^/?#]+\/page$/;
    await fc.assert(
      fc.asyncProperty(host, async (Host) => {
        const { status, url } = await answer({ Host });
        expect(status === 400 || right.test(url)).toBe(true);
      }),
      runsOf(300),
    );
  }
});

test("an address is the same for who counts bodies and for who renders, or it is refused", async () => {
  await listening(0);
  const { port } = server!.address() as AddressInfo;
  /** Sends a request line that no client would send, and returns the raw response. */
  const requestLine = (path: string) =>
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
    fc.asyncProperty(path, async (requestPath) => {
      const answer = await requestLine(requestPath);
      if (!answer.startsWith("HTTP/1.1 200")) return;
      const { url, path: limitPath } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as Record<string, string>;
      const [rendered, text] = [new URL(url ?? "").pathname, limitPath ?? ""];
      expect(rendered.split("/").length).toBe(text.split("/").length);
      expect(decodeURIComponent(rendered)).toBe(decodeURIComponent(text));
    }),
    {
      ...runsOf(400),
      examples: [["a/.\t./login"], ["login#/merchant/products"], ["merchant/products/%2E./../login"], ["..#"]],
    },
  );
});
