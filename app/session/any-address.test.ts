import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress } from "~/edge/cache/public-addresses";
import { parseUrl } from "~/platform/parse-url";
import { afterLogin, COOKIES_ASKED, withoutAsking } from "./areas";

/* Every address leads into this shop only, and is read in only one way. */

const HERE = "https://shop.example.com";
/** Texts of the parts that addresses of other sites may have. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "@",
        ":",
        "%2f",
        "%5c",
        "http:",
        "javascript:",
        "\t",
        "\n",
        "\0",
        "?",
        "#",
        "..",
        "evil.example",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("after signing in the way leads to an address of the shop, whatever was wanted", () => {
  fc.assert(
    fc.property(tricky, fc.constantFrom("buyer", "merchant", "operator"), (target, role) => {
      const way = new URL(afterLogin(role as "buyer", target), HERE);
      expect([way.origin, way.username]).toEqual([HERE, ""]);
    }),
    { numRuns: 2000 },
  );
});

test("who turns out to keep cookies is led to an address of the shop, whatever was asked for", () => {
  fc.assert(
    fc.property(tricky, fc.constantFrom("", ".data", "/_root.data"), (path, ending) => {
      const address = `${HERE}/${path}${ending}`;
      fc.pre(parseUrl(address) !== null);
      const url = new URL(address);
      url.searchParams.set(COOKIES_ASKED, "asked");
      const way = new URL(withoutAsking(url), HERE);
      expect([way.origin, way.username, way.searchParams.has(COOKIES_ASKED)]).toEqual([HERE, "", false]);
    }),
    { numRuns: 2000 },
  );
  const led = (address: string) => withoutAsking(new URL(`${HERE}${address}`));
  expect(led("/products.data?q=figs&cookies=asked&_routes=root")).toBe("/products?q=figs");
  expect(led("/_root.data?cookies=asked")).toBe("/");
  expect(led("//evil.example/?cookies=asked")).toBe("/");
});

test("the address that a page is kept under stays the same when it is worked out again", () => {
  fc.assert(
    fc.property(tricky, (query) => {
      const canonical = canonicalAddress(`/products?${query}`);
      expect(canonicalAddress(canonical)).toBe(canonical);
    }),
    { numRuns: 2000 },
  );
});
