import { expect, test } from "vitest";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";

const ADDRESS = "/merchant/products";
/** The tabs of a page: label and count. */
const tabsOf = (html: string) =>
  [...html.matchAll(/<a[^>]*>([A-Z][a-z ]+)<span[^>]*>([^<]+)<\/span><\/a>/g)].map(([, label, count]) => [
    label,
    count,
  ]);

onBothDatabases("a merchant's list of products", (world) => {
  test("has a tab for each state with its count, which is the length of its list, and nobody else's products", async () => {
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const stranger = await aUser(world, { privilege: "merchant" });
    for (const quantity of [0, 0, 3, 100]) await aProduct(world, { merchantId, quantity, title: `Eggs ${quantity}` });
    await aProduct(world, { merchantId, title: "Rye", availType: "draft", isPublic: 0 });
    await aProduct(world, { merchantId, title: "Oats", availType: "in-review", isPublic: 0 });
    await aProduct(world, { merchantId: stranger._id, quantity: 0 });
    const html = await htmlOf(world, screen, ADDRESS, token);
    expect(tabsOf(html)).toEqual([
      ["All", "6"],
      ["On sale", "4"],
      ["Out of stock", "2"],
      ["Low stock", "1"],
      ["In review", "1"],
      ["Drafts", "1"],
    ]);
    // A rare state has a tab if it has products, or while it is open.
    expect(tabsOf(await htmlOf(world, screen, `${ADDRESS}?only=taken-off`, token)).at(-1)).toEqual(["Taken off", "0"]);
    await world.services.db
      .updateTable("products")
      .set({ sentBackReason: "Which flour is in it?" })
      .where("title", "=", "Rye")
      .execute();
    expect(tabsOf(await htmlOf(world, screen, ADDRESS, token)).at(-1)).toEqual(["Sent back", "1"]);
    for (const [only, count] of [
      ["on-sale", 4],
      ["out-of-stock", 2],
      ["in-review", 1],
      ["drafts", 1],
    ] as const)
      expect([only, (await htmlOf(world, screen, `${ADDRESS}?only=${only}`, token)).split("Edit ").length - 1]).toEqual(
        [only, count],
      );
    const searched = await htmlOf(world, screen, `${ADDRESS}?q=eggs&only=drafts`, token);
    expect(tabsOf(searched).slice(0, 2)).toEqual([
      ["All", "4"],
      ["On sale", "4"],
    ]);
    expect(searched).toContain('href="/merchant/products?q=eggs&amp;only=out-of-stock"');
    expect(searched).toContain("Nothing found");
  });

  test("says of a product without a piece that it is out of stock, and of a short list what it lacks", async () => {
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    await aProduct(world, { merchantId, quantity: 0 });
    expect(await htmlOf(world, screen, ADDRESS, token)).toContain("Out of Stock");
    expect(await htmlOf(world, screen, `${ADDRESS}?only=drafts`, token)).toContain("No drafts");
  });

  test("counts all states in the statement that would count the list", async () => {
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    await aProduct(world, { merchantId });
    const path = "/product/manage-product?page=1&from=1";
    const plain = await counted(() => world.call("GET", path, { token }));
    const tabs = await counted(() => world.call("GET", `${path}&counts=1`, { token }));
    expect(tabs.statements).toBe(plain.statements);
    expect(tabs.answer.body.data.counts).toMatchObject({ all: 1, "on-sale": 1, drafts: 0 });
    expect(plain.answer.body.data.counts).toBeUndefined();
  });
});
