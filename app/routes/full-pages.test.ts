import { expect, test } from "vitest";
import { bought } from "../../tests/fixtures/books";
import { htmlOf } from "../../tests/fixtures/screen";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import * as orderHistory from "./buyer/order-history/route";
import * as merchantsOrders from "./merchant/orders/route";
import * as merchantsPayments from "./merchant/payments/route";
import * as merchantsProducts from "./merchant/products/route";
import * as operatorsUsers from "./operator/users/route";
import * as shop from "./storefront/shop/route";

/** The numbers of the list's pages to which a screen links. */
const pagesLinked = (html: string) =>
  [...new Set([...html.matchAll(/href="[^"]*[?&;]page=(\d+)/g)].map(([, page]) => Number(page)))].toSorted();

onBothDatabases("under the last full page of a list", (world) => {
  test("of products there is neither Load More nor a way to a page that is empty", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    for (let n = 0; n < 20; n += 1) await aProduct(world, { merchantId: merchant._id, title: "Ripe figs" });
    for (const [screen, address, token] of [
      [shop, "/products?q=figs", ""],
      [merchantsProducts, "/merchant/products?q=figs", merchant.token],
    ] as const) {
      const [first, second] = [
        await htmlOf(world, screen, address, token),
        await htmlOf(world, screen, `${address}&page=2`, token),
      ];
      expect([address, first.includes("Load More"), pagesLinked(first)]).toEqual([address, true, [2]]);
      expect([address, second.includes("Load More"), pagesLinked(second).includes(3)]).toEqual([address, false, false]);
    }
  });

  test("of orders and payments there is neither Load More nor a way to a page that is empty", async () => {
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const product = await aProduct(world, { merchantId: merchant._id });
    for (let n = 0; n < 10; n += 1) await bought(world, buyer.token, [[product._id, 1]]);
    const screens = [
      [orderHistory, "/customer/order_history", buyer.token, 1],
      [merchantsOrders, "/merchant/orders", merchant.token, 1],
      [merchantsPayments, "/merchant/payments", merchant.token, 2],
    ] as const;
    /** Whether the last full page of each list leads on. */
    const expectMore = async (isMore: boolean) => {
      for (const [screen, address, token, last] of screens) {
        const html = await htmlOf(world, screen, `${address}?page=${last}`, token);
        const leadsOn = [address, html.includes("Load More"), pagesLinked(html).includes(last + 1)];
        expect(leadsOn).toEqual([address, isMore, isMore]);
      }
    };
    await expectMore(false);
    await bought(world, buyer.token, [[product._id, 1]]);
    await expectMore(true);
  });

  test("of people there is no way to a page that is empty", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    for (let n = 0; n < 19; n += 1) await aUser(world);
    const linked = async () => pagesLinked(await htmlOf(world, operatorsUsers, "/operator/users", operator.token));
    expect(await linked()).toEqual([]);
    await aUser(world);
    expect(await linked()).toEqual([2]);
  });
});
