import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("a text with letters outside ASCII is an address, however many were read before it", () => {
  for (let n = 0; n < 20_000; n += 1)
    expect(parseUrl("https://b\u00fccher.example/")?.hostname).toBe("xn--bcher-kva.example");
});

test.each(["", "b\u00fccher.example", "https://", "https://a b/", "/products"])("%j is no address", (text) => {
  expect(parseUrl(text)).toBeNull();
});
