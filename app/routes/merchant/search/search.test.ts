import { expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { aPaidOrder } from "../../../../tests/fixtures/checkout";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";

onBothDatabases("the search of a stall", (world) => {
  const find = (words: string, token: string) =>
    htmlOf(world, screen, `/merchant/search?${new URLSearchParams({ find: words })}`, token);

  test("finds its orders by customer, goods by title and SKU, and messages, and nothing of others", async () => {
    const { buyer, product, order } = await aPaidOrder(world);
    const stall = await issueToken(world.services.db, world.services, product.merchantId);
    const question = { kind: "product", id: product._id, text: "Is it sliced?" };
    await world.call("POST", "/conversations", { token: buyer.token, body: question });
    const { title, sku } = product;

    expect(await find(buyer.email, stall)).toContain(`#<!-- -->${order.itemId}`);
    for (const words of [title, sku]) expect(await find(words, stall)).toContain(`<b>${title}</b>`);
    expect(await find("sliced", stall)).toContain(`${title}: Is it sliced?`);
    expect(await find("barley", stall)).toContain("Nothing found");
    expect(await find(" ", stall)).toContain("What do you look for?");

    const stranger = await aUser(world, { privilege: "merchant" });
    for (const words of [buyer.email, title, sku, "sliced"])
      expect(await find(words, stranger.token)).toContain("Nothing found");
  });

  test("shows five of a kind and leads to the others", async () => {
    const { merchantId } = await aProduct(world, { title: "Apple 0" });
    for (let n = 1; n < 6; n += 1) await aProduct(world, { title: `Apple ${n}`, merchantId });
    const html = await find("apple", await issueToken(world.services.db, world.services, merchantId));
    expect(html.match(/<b>Apple \d<\/b>/g)).toHaveLength(5);
    expect(html).toContain('href="/merchant/products?q=apple"');
  });
});
