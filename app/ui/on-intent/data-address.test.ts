import { text } from "node:stream/consumers";
import { encode } from "turbo-stream";
import { expect, test } from "vitest";
import { dataAddress, redirectIn } from "./data-address";

const written = (value: unknown) => text(encode(value) as unknown as AsyncIterable<string>);

test.each([
  ["http://shop/", "http://shop/_root.data"],
  ["http://shop/?index", "http://shop/_root.data?index"],
  ["http://shop/contact/", "http://shop/contact.data"],
  ["http://shop/reset_password/verification?a=1#form", "http://shop/reset_password/verification.data?a=1"],
])("a form of %s is answered with data at %s", (action, address) => {
  expect(dataAddress(action)).toBe(address);
});

test("an answer that leads on says where to, whatever stands beside it", async () => {
  const to = "/login/customer?to=%2Fcheckout#form";
  for (const beside of [{ status: 303 }, { revalidate: true, reload: false, replace: false }])
    expect(redirectIn(await written({ ...beside, redirect: to }))).toBe(to);
});

test("an answer that leads nowhere, or is none of Remix's, says nothing", async () => {
  expect(redirectIn(await written({ data: { redirect: "/away" } }))).toBeNull();
  for (const other of ["", "[]", "<html>", "null"]) expect(redirectIn(other)).toBeNull();
});
