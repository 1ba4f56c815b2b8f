import { expect, test } from "vitest";
import { guardSecretAddress } from "./secret-addresses";

const guarded = (path: string) => {
  const headers = new Headers({ "Cache-Control": "private, no-cache" });
  guardSecretAddress(`http://shop.test${path}`, headers);
  return [headers.get("X-Robots-Tag"), headers.get("Cache-Control"), headers.get("Referrer-Policy")];
};

test.each(["/pay/word", "/pay/word?back=1", "/pay/word.data?_routes=x", "/PAY/word"])(
  "%s stays with whoever was sent it",
  (path) => {
    expect(guarded(path)).toEqual(["noindex", "no-store", "same-origin"]);
  },
);

test.each(["/", "/payments", "/products?q=/pay/word"])("%s is like every other page", (path) => {
  expect(guarded(path)).toEqual([null, "private, no-cache", null]);
});
