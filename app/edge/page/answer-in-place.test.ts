import { expect, test } from "vitest";
import { answerInPlace } from "./answer-in-place.server";

const redirect = () =>
  new Response(null, { status: 303, headers: { Location: "/operator", "Set-Cookie": "notice=saved" } });
const requestOf = (headers: HeadersInit) => new Request("http://shop.localhost/operator", { headers });

test("a script learns of a redirect without following it, with its cookies", () => {
  const { status, headers } = answerInPlace(requestOf({ "X-In-Place": "1" }), redirect());
  expect([status, headers.get("X-Location"), headers.get("Set-Cookie")]).toEqual([204, "/operator", "notice=saved"]);
  expect(headers.has("Location")).toBe(false);
});

test("a browser's own request is redirected, and a page stays a page", () => {
  expect(answerInPlace(requestOf({}), redirect()).status).toBe(303);
  expect(answerInPlace(requestOf({ "X-In-Place": "1" }), new Response("", { status: 422 })).status).toBe(422);
});

test("a script learns where the browser is to post a form once more", async () => {
  const redirect = new Response(null, { status: 307, headers: { Location: "/security/tokens" } });
  const { status, headers } = answerInPlace(requestOf({ "X-In-Place": "1" }), redirect);
  expect([status, headers.get("X-Location"), headers.get("Content-Type")]).toEqual([
    200,
    "/security/tokens",
    "application/json",
  ]);
});
