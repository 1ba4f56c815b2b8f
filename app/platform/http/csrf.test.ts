import { expect, test } from "vitest";
import { isSafe, originOf } from "./csrf.server";

const CHROME = "Mozilla/5.0 (Linux; Android 13) Chrome/120";
const sent = (headers: Record<string, string>) =>
  originOf({ headers: { host: "shop.example", ...headers } }, "www.shop.example");

test("a form of our own pages counts as ours, however its browser says so", () => {
  for (const headers of [
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "https://shop.example" },
    { referer: "https://shop.example/login?x=1" },
    // A proxy in front may ask by another name.
    { origin: "https://www.shop.example" },
    { referer: "https://www.shop.example/" },
  ] as Record<string, string>[])
    expect([headers, sent({ "user-agent": CHROME, cookie: "authToken=1", ...headers })]).toEqual([headers, "ours"]);
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
    expect([headers, sent({ "user-agent": CHROME, ...headers })]).toEqual([headers, "other"]);
});

test("a browser that says nothing is told apart from both", () => {
  expect(sent({ "user-agent": CHROME, cookie: "authToken=1" })).toBe("unsaid");
});

test("a program that is no browser need not say where it comes from", () => {
  for (const program of ["curl/8.5", "Fetcher/1.0 (like Mozilla)"])
    expect([program, sent({ "user-agent": program, cookie: "authToken=1" })]).toEqual([program, "ours"]);
  expect(sent({})).toBe("ours");
});

test("only what reads is let through from anywhere", () => {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", ""];
  expect(methods.filter((method) => isSafe({ method }))).toEqual(["GET", "HEAD", "OPTIONS"]);
});
