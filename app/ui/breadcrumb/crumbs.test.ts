import { describe, expect, test } from "vitest";
import { crumbs } from "./crumbs";

const labels = (pathname: string) => crumbs(pathname).map((crumb) => crumb.label);

describe("the breadcrumb", () => {
  test("the home page is just Home", () => {
    expect(crumbs("/")).toEqual([{ label: "Home", href: "/" }]);
  });

  test("an id of 24 hex characters reads Details", () => {
    expect(labels("/products/65f1a2b3c4d5e6f708192a3b")).toEqual(["Home", "Products", "Details"]);
    expect(labels("/products/65f1a2b3")).toEqual(["Home", "Products", "65f1a2b3"]);
  });

  test("a mailed link shows nothing of its secret, and leads to no page that is not there", () => {
    expect(crumbs("/pay/1a1fcdd2450bd8fd5e09364a.1f2bYR6UNn2r8TicY0-bMJSoKQoPPv3hBmC1QyqIqlc").slice(1)).toEqual([
      { label: "Pay" },
      { label: "Details", href: "/pay/1a1fcdd2450bd8fd5e09364a.1f2bYR6UNn2r8TicY0-bMJSoKQoPPv3hBmC1QyqIqlc" },
    ]);
  });

  test("a sealed link shows nothing of its secret, and reviews lead to no page that is not there", () => {
    const [word, id] = [
      "1a1fcdd2.AAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBB.CCCCCCCCCCCCCCCC",
      "65f1a2b3c4d5e6f708192a3b",
    ];
    expect(crumbs(`/review/${word}`).slice(1)).toEqual([
      { label: "Review" },
      { label: "Details", href: `/review/${word}` },
    ]);
    expect(crumbs(`/customer/order_history/${id}/review/${id}`)[4]).toEqual({ label: "Review" });
    expect(crumbs(`/products/${id}/reviews/${id}/report`)[4]).toEqual({ label: "Details" });
  });

  test("letters and recalls stand in no list of their own", () => {
    const id = "65f1a2b3c4d5e6f708192a3b";
    expect(["letters", "recalls"].map((of) => crumbs(`/operator/${of}/${id}`)[2]?.href)).toEqual([
      undefined,
      undefined,
    ]);
    expect(crumbs(`/operator/products/${id}/recall`)[3]?.href).toBe(`/operator/products/${id}`);
  });

  test("underscores become spaces and the first letter a capital", () => {
    expect(labels("/customer/order_history")).toEqual(["Home", "Customer", "Order history"]);
  });

  test("every crumb links to its own part of the path", () => {
    expect(crumbs("/merchant/products/add").map((crumb) => crumb.href)).toEqual([
      "/",
      "/merchant",
      "/merchant/products",
      "/merchant/products/add",
    ]);
  });

  test("a trailing slash adds nothing", () => {
    expect(labels("/shopping_cart/")).toEqual(["Home", "Shopping cart"]);
  });

  test("an address with a broken escape still reads", () => {
    expect(labels("/a%20b/100%")).toEqual(["Home", "A b", "100%"]);
  });
});
