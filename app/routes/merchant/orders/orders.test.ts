import { expect, test } from "vitest";
import { allowPayingThere, aPaidThereStall } from "../../../../tests/fixtures/collection";
import { bought } from "../../../../tests/fixtures/books";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";

/** The texts of the rows, in the order in which they are read. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<li class="[^"]*order[^"]*">(.*?)<\/li>/gs)].map(([, row]) =>
    (row ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "),
  );

onBothDatabases("the orders of a stall", (world) => {
  test("say in a row who ordered what, how many, for when and where, and what is to be paid", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const flour = await aProduct(world, { merchantId: merchant._id, title: "Flour", amountCents: 410 });
    const buyer = await aUser(world, { firstName: "Maeve", lastName: "Sullivan" });
    await bought(world, buyer.token, [[flour._id, 3]]);
    world.clock.forward(60);
    await allowPayingThere(world);
    const stall = await aPaidThereStall(world, {}, merchant);
    await stall.order(await aUser(world, { firstName: "Amara", lastName: "Whitcombe" }), { breads: 2, jams: 1 });
    const [collected, shippedRow] = rowsIn(await htmlOf(world, screen, "/merchant/orders", stall.token));
    expect(shippedRow).toMatch(
      /Maeve Sullivan .*#\d+ .*\$12\.30 .*By carrier to United States .*Processing .*3 × Flour/,
    );
    expect(collected).toMatch(
      /Amara Whitcombe .*#\d+ .*\$13\.20 .*7 Mar, 9 to 12 .*Town Hall Market .*Processing .*To pay .*2 × Bread · 1 × Jam/,
    );
  });

  test("stand in tabs by what is to do with them, counted by no statement more than the list has", async () => {
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const product = await aProduct(world, { merchantId: merchant._id, quantity: 50 });
    const order = await bought(world, buyer.token, [[product._id, 1]]);
    await world.call("POST", `/product/order/merchant/${order}/ship`, { token: merchant.token, body: {} });
    for (let n = 0; n < 3; n += 1) await bought(world, buyer.token, [[product._id, 1]]);
    const html = await htmlOf(world, screen, "/merchant/orders?status=Processing", merchant.token);
    expect(html).toMatch(/aria-current="page"[^>]*>To do<span[^>]*>3</);
    expect(html).toMatch(/Ready or sent<span[^>]*>1</);
    expect(rowsIn(html)).toHaveLength(3);
    const list = (query: string) =>
      counted(() => world.call("GET", `/product/order/merchant?${query}`, { token: merchant.token }));
    const [plain, withCounts] = [await list("status=Processing"), await list("status=Processing&counts=1")];
    expect(withCounts.answer.body.data).toMatchObject({ total: 3, open: { Processing: 3, Shipped: 1 } });
    expect(withCounts.statements).toBe(plain.statements);
  });

  test("of a tab without any say so, and a status that is none is said", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    expect(await htmlOf(world, screen, "/merchant/orders?status=Processing", token)).toContain("Nothing to do");
    expect(await htmlOf(world, screen, "/merchant/orders?status=Lost", token)).toContain("Status must be one of");
  });
});
