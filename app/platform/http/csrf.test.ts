import { expect, test } from "vitest";
import { isSameOrigin } from "./csrf.server";

const CHROME = "Mozilla/5.0 (Linux; Android 13) Chrome/120";
const sent = (headers: Record<string, string>) => isSameOrigin({ headers: { host: "shop.example", ...headers } });

test("a form of our own pages counts as ours, however its browser says so", () => {
  for (const headers of [
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "https://shop.example" },
    { referer: "https://shop.example/login?x=1" },
  ] as Record<string, string>[])
    expect([headers, sent({ "user-agent": CHROME, cookie: "authToken=1", ...headers })]).toEqual([headers, true]);
});

test("a form of another site is told apart, with cookies or without", () => {
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://shop.example" },
    { origin: "https://shop.example.evil.example" },
    { origin: "null" },
    { referer: "https://evil.example/?shop.example" },
    { cookie: "authToken=1" },
  ] as Record<string, string>[])
    expect([headers, sent({ "user-agent": CHROME, ...headers })]).toEqual([headers, false]);
});

test("a program that is no browser need not say where it comes from", () => {
  expect(sent({ "user-agent": "curl/8.5", cookie: "authToken=1" })).toBe(true);
  expect(sent({})).toBe(true);
});
