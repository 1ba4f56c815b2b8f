import { expect, test } from "vitest";
import { afterLogin, homeOf, localPath, loginOf, roleFor, roleLabel } from "./areas";

test.each([
  ["//evil.example"],
  ["///evil.example"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["https://evil.example"],
  ["https:evil.example"],
  ["HTTP://evil.example"],
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  ["mailto:a@b"],
  ["/\t/evil.example"],
  ["/\n/evil.example"],
  ["\t//evil.example"],
  [" //evil.example"],
  ["/.//evil.example"],
  ["/x/..//evil.example"],
  ["/%2e//evil.example"],
  ["/%2e%2e//evil.example"],
  ["/./\\evil.example"],
  ["/a\u0000b"],
  ["evil.example"],
  ["customer"],
  [""],
  [null],
  [undefined],
  ["?q=x"],
  ["#x"],
  ["@evil.example"],
  ["http://here@evil.example"],
  ["http://here"],
])("%j leads nowhere", (text) => expect(localPath(text)).toBeNull());

test.each([
  ["/customer", "/customer"],
  ["/products?q=a%20b&page=2#top", "/products?q=a%20b&page=2#top"],
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/a/../b", "/b"],
  ["/caf\u00e9", "/caf%C3%A9"],
  ["/login?redirect_uri=https://evil.example", "/login?redirect_uri=https://evil.example"],
  ["/:8080", "/:8080"],
  ["/http://evil.example", "/http://evil.example"],
])("%j is a path of ours", (text, path) => {
  expect(localPath(text)).toBe(path);
  expect(new URL(path, "https://shop.example").host).toBe("shop.example");
});

test.each([
  ["/customer", "buyer"],
  ["/customer/order_history/65f", "buyer"],
  ["/checkout", "buyer"],
  ["/checkout/payment", "buyer"],
  ["/checkout/success", null],
  ["/checkout_success", null],
  ["/merchant", "merchant"],
  ["/merchant/products/add", "merchant"],
  ["/operator", "operator"],
  ["/", null],
  ["/products", null],
  ["/login/merchant", null],
  ["/customers", null],
  ["/merchandise", null],
])("%s is for %s", (path, role) => expect(roleFor(path)).toBe(role));

test("after signing in a person lands where they wanted if they may, else in their own area", () => {
  expect(afterLogin("buyer", "/checkout")).toBe("/checkout");
  expect(afterLogin("buyer", "/products?q=figs")).toBe("/products?q=figs");
  expect(afterLogin("buyer", "/merchant/products")).toBe("/customer");
  expect(afterLogin("merchant", "/customer/order_history")).toBe("/merchant");
  expect(afterLogin("operator", "/merchant")).toBe("/operator");
  for (const target of [null, "", "//evil.example", "/.//evil.example", "https://evil.example/customer"])
    expect(afterLogin("buyer", target)).toBe("/customer");
});

test("every role has its home, its login and its name", () => {
  expect([homeOf("buyer"), homeOf("merchant"), homeOf("operator")]).toEqual(["/customer", "/merchant", "/operator"]);
  expect([loginOf("buyer"), loginOf("merchant"), loginOf("operator"), loginOf(null)]).toEqual([
    "/login/customer",
    "/login/merchant",
    "/login",
    "/login",
  ]);
  expect([roleLabel("buyer"), roleLabel("merchant"), roleLabel("operator")]).toEqual([
    "Customer",
    "Merchant",
    "Operator",
  ]);
});
