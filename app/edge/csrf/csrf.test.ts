import { expect, test } from "vitest";
import { isProvenByToken, isSafe, originOf } from "./cross-site.server";
import { originFor } from "~/edge/http/own-origin.server";

const CHROME = "Mozilla/5.0 (Linux; Android 13) Chrome/120";
const requestWith = (headers: Record<string, string>) =>
  originOf(
    { headers: { host: "shop.example", ...headers } },
    { origin: "https://www.shop.example", acceptsHost: true },
  );
const inProduction = (headers: Record<string, string>, isHidden = false) =>
  originOf({ headers }, { origin: "https://shop.example", acceptsHost: false, isHidden });

test("a form of our own pages counts as ours, however its browser says so", () => {
  for (const headers of [
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "https://shop.example" },
    { referer: "https://shop.example/login?x=1" },
    // A proxy in front may pass on another Host.
    { origin: "https://www.shop.example" },
    { referer: "https://www.shop.example/" },
  ] as Record<string, string>[])
    expect([headers, requestWith({ "user-agent": CHROME, cookie: "authToken=1", ...headers })]).toEqual([
      headers,
      "ours",
    ]);
});

test("a form of another site is told apart, with cookies or without", () => {
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://shop.example" },
    { origin: "https://shop.example.evil.example" },
    { origin: "null" },
    { referer: "https://evil.example/?shop.example" },
  ] as Record<string, string>[])
    expect([headers, requestWith({ "user-agent": CHROME, ...headers })]).toEqual([headers, "other"]);
});

test("a browser that says nothing is told apart from both", () => {
  expect(requestWith({ "user-agent": CHROME, cookie: "authToken=1" })).toBe("unsaid");
  // Without cookies, nothing can be done in somebody's name.
  expect(requestWith({ "user-agent": CHROME })).toBe("ours");
});

test("a program that is no browser need not say where it comes from", () => {
  for (const program of ["curl/8.5", "Fetcher/1.0 (like Mozilla)"])
    expect([program, requestWith({ "user-agent": program, cookie: "authToken=1" })]).toEqual([program, "ours"]);
  expect(requestWith({})).toBe("ours");
});

test("only what reads is let through from anywhere", () => {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", ""];
  expect(methods.filter((method) => isSafe({ method }))).toEqual(["GET", "HEAD", "OPTIONS"]);
});

test("a call with a token is let through from anywhere, a page or what a browser adds by itself is not", () => {
  const token = "0123456789abcdef0123456789abcdef";
  const from = (path: string, authorization?: string) => isProvenByToken({ path, headers: { authorization } });
  expect([from("/api/v1/user", token), from("/api/v1/user", `Bearer ${token}`)]).toEqual([true, true]);
  for (const [path, authorization] of [
    ["/api/v1/user", undefined],
    ["/api/v1/user", ""],
    ["/api/v1/user", "Bearer "],
    ["/api/v1/user", "Basic dXNlcjpwYXNzd29yZA"],
    ["/api/v1/user", 'Digest username="ada"'],
    ["/login", token],
    ["/api/v1", token],
  ] as const)
    expect([path, authorization, from(path, authorization)]).toEqual([path, authorization, false]);
});

test("in production the address is PUBLIC_URL alone, whatever the Host says", () => {
  const at = (host: string, extraHeaders: Record<string, string> = {}) =>
    originFor({ headers: { host, ...extraHeaders } }, { publicUrl: "https://shop.example", production: true });
  for (const host of ["shop.example", "127.0.0.1:3000", "evil.example"]) {
    expect(at(host, { origin: `https://${host}` })).toBe("https://shop.example");
    // A proxy that does not pass the Host on sends another one.
    expect(inProduction({ host, origin: "https://shop.example" })).toBe("ours");
    expect(inProduction({ host, referer: "https://shop.example/login" })).toBe("ours");
  }
  for (const from of ["https://evil.example", "http://shop.example", "https://shop.example:8443"])
    expect([from, inProduction({ host: "evil.example", origin: from })]).toEqual([from, "other"]);
});

test("a demo is ours by the name that people come by, and by PUBLIC_URL through a proxy", () => {
  const at = (headers: Record<string, string>, production = false, publicUrl = "http://localhost:3000") =>
    originFor({ headers }, { publicUrl, production });
  expect(at({ host: "localhost:3000" })).toBe("http://localhost:3000");
  expect(at({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })).toBe("http://127.0.0.1:3000");
  expect(at({ host: "192.168.1.5:3000", referer: "http://192.168.1.5:3000/login" })).toBe("http://192.168.1.5:3000");
  expect(at({ host: "127.0.0.1:3000" }, true)).toBe("http://127.0.0.1:3000");
  expect(at({ host: "shop:3000", origin: "http://stand.example" }, false, "http://stand.example")).toBe(
    "http://stand.example",
  );
});

test("a page that hides its origin is told apart from all others that say null", () => {
  const headers = { "user-agent": CHROME, origin: "null" };
  expect([inProduction(headers, true), inProduction(headers)]).toEqual(["unsaid", "other"]);
  // The cookie makes no difference: a response could set one.
  expect(inProduction({ ...headers, cookie: "authToken=1" }, true)).toBe("unsaid");
  expect(inProduction({ ...headers, "sec-fetch-site": "cross-site" }, true)).toBe("other");
  expect(inProduction({ ...headers, "sec-fetch-site": "same-origin" }, true)).toBe("ours");
});
