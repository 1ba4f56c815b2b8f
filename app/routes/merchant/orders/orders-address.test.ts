import { expect, test } from "vitest";
import { exportAddress, ordersAddress, wantedIn } from "./orders-address";

const read = (text: string) => wantedIn(new URLSearchParams(text));

test("an address of the list leads back to itself, without what goes without saying", () => {
  const address = "/merchant/orders?status=Shipped&since=2026-03-01&q=zoe&page=3&from=2";
  expect(ordersAddress(read(address.split("?")[1] ?? ""))).toBe(address);
  expect(ordersAddress(read("status=&since=&until=&q=+&page=1"))).toBe("/merchant/orders");
  expect(exportAddress(read("status=Shipped&page=3"), "csv")).toBe("/merchant/orders/export.csv?status=Shipped");
  expect(exportAddress(read("q=zoe"), "xlsx")).toBe("/merchant/orders/export.xlsx?q=zoe");
});

test("what makes no sense in an address filters nothing", () => {
  expect(read("status=Lost&since=yesterday&until=2026-02-40&page=-1&from=9")).toEqual({
    status: "",
    since: "",
    until: "",
    q: "",
    page: 1,
    from: 1,
  });
});
