import { expect, test } from "vitest";
import { anOrderOfTwo, bought } from "../../../tests/fixtures/books";
import { ADDRESS, aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const orders = (world: World, token: string, query = "") =>
  world.call("GET", `/product/order/merchant${query}`, { token });

onBothDatabases("a merchant's orders", (world) => {
  test("hold the merchant's own lines alone, with who bought them and how they were paid", async () => {
    const { orchard, apples, orderId } = await anOrderOfTwo(world);
    const { data } = (await orders(world, orchard.token)).body;
    expect(data).toMatchObject({ page: 1, hasNextPage: false, total: 1 });
    expect(data.docs[0]).toMatchObject({
      _id: orderId,
      itemId: expect.any(Number),
      statusText: "Processing",
      paymentMethod: "Card",
      amount: 8.4,
      date: "2026-03-02T12:00:00.000Z",
      user: {
        firstName: "Zoë",
        lastName: "Whitcombe",
        telephone: "8025550199",
        extras: { streetAddress: "12 Orchard Row" },
      },
      carts: [{ product: { _id: apples._id, title: "Apples", sku: apples.sku }, quantity: 2, price: 4.2 }],
    });
    expect(
      (await world.call("GET", `/product/order/merchant/${orderId}`, { token: orchard.token })).body.data,
    ).toMatchObject({ amount: 8.4, carts: { length: 1 }, shipping: { streetAddress: "12 Orchard Row" } });
  });

  test("come ten a page, newest first, in three statements beside the token's", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, { merchantId: merchant._id });
    const buyer = await aUser(world);
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      ids.unshift(await bought(world, buyer.token, [[product._id, 1]]));
      world.clock.forward(60);
    }
    const { answer: first, statements } = await counted(() => orders(world, merchant.token));
    expect(statements).toBe(4);
    const second = await orders(world, merchant.token, "?page=2");
    expect(first.body.data).toMatchObject({ hasNextPage: true, total: 12, docs: { length: 10 } });
    expect([...first.body.data.docs, ...second.body.data.docs].map((order: { _id: string }) => order._id)).toEqual(ids);
    expect((await orders(world, merchant.token, "?page=2&from=1")).body.data.docs).toHaveLength(12);
    await world.call("POST", `/product/order/merchant/${ids[3]}/cancel`, {
      token: merchant.token,
      body: { reason: "Sold out" },
    });
    expect((await orders(world, merchant.token)).body.data).toMatchObject({ total: 12, hasNextPage: true });
    expect((await orders(world, merchant.token, "?page=3")).body.data).toMatchObject({ total: 12, docs: [] });
  });

  test("can be filtered by status, by day, by number and by customer in any letters", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    const { itemId } = (await orders(world, orchard.token)).body.data.docs[0];
    const found = async (query: string) => (await orders(world, orchard.token, query)).body.data.total;
    await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: orchard.token, body: {} });
    for (const query of [
      "?status=Shipped",
      "?since=2026-03-02",
      "?until=2026-03-02",
      `?q=${itemId}`,
      `?q=%23${itemId}`,
      "?q=zoe",
      "?q=WHITCOMBE+Zo%C3%AB",
      "?status=&since=&until=&q=",
    ])
      expect([query, await found(query)]).toEqual([query, 1]);
    for (const query of [
      "?status=Processing",
      "?since=2026-03-03",
      "?until=2026-03-01",
      "?q=1",
      "?q=firstName",
      "?q=%25",
      "?q=Zoe+Nobody",
    ])
      expect([query, await found(query)]).toEqual([query, 0]);
    await world.call("POST", `/product/order/merchant/${orderId}/deliver`, { token: orchard.token });
    expect([
      await found("?status=Delivered"),
      await found("?status=Delivered&since=2026-03-02"),
      await found("?status=Shipped"),
      await found(""),
    ]).toEqual([1, 1, 0, 1]);
    for (const query of ["?status=Lost", "?since=yesterday", "?until=2026-02-30x", "?page=0"])
      expect([query, (await orders(world, orchard.token, query)).status]).toEqual([query, 422]);
  });

  test("are found by what stands anywhere in a name or address, and by two letters or one that a name begins with", async () => {
    const { orchard } = await anOrderOfTwo(world);
    const found = async (q: string) =>
      (await orders(world, orchard.token, `?q=${encodeURIComponent(q)}`)).body.data.total;
    for (const q of ["comb", "hitcom", "example.com", "zo", "wh", "w z", "zo whit", "z", "wh z example"])
      expect([q, await found(q)]).toEqual([q, 1]);
    for (const q of ["mb", "it", "o", "zo wx", "combx", "_hit", "w%", "whit'", 'wh"', "* z"])
      expect([q, await found(q)]).toEqual([q, 0]);
  });

  test("of a search come in pages as well, newest first, and follow a name that was mended", async () => {
    const { orchard, apples, buyer, orderId } = await anOrderOfTwo(world);
    world.clock.forward(60);
    const later = await bought(world, buyer.token, [[apples._id, 1]]);
    const found = async (query: string) => (await orders(world, orchard.token, query)).body.data;
    expect((await found("?q=whitcombe")).docs.map((order: { _id: string }) => order._id)).toEqual([later, orderId]);
    expect(await found("?q=whitcombe&page=2")).toMatchObject({ docs: [], total: 2, hasNextPage: false });
    expect(await found("?q=whitcombe&status=Cancelled")).toMatchObject({ docs: [], total: 0 });
    await world.services.db.updateTable("orders").set({ buyerText: "ada byron" }).where("_id", "=", later).execute();
    expect([(await found("?q=whitcombe")).total, (await found("?q=byr")).docs[0]._id]).toEqual([1, later]);
  });

  test("leave the house as CSV, with formulas made harmless, and as an invoice", async () => {
    const { orchard, apples, orderId } = await anOrderOfTwo(world);
    await world.services.db
      .updateTable("orderLines")
      .set({ title: '=HYPERLINK("http://evil.example")' })
      .where("productId", "=", apples._id)
      .execute();
    const elsewhere = {
      ...ADDRESS,
      firstName: "Bo",
      streetAddress: "9 Side Street",
      city: "Bath",
      countryRegion: "United Kingdom",
      states: "",
      zipCode: "BA1 1AA",
    };
    await world.services.db
      .updateTable("orders")
      .set({ shipping: JSON.stringify(elsewhere), notes: "Ring twice" })
      .execute();
    const csv = await orders(world, orchard.token, "/export?status=Processing");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.body.split("\r\n")[1]).toMatch(
      /^\d+,2026-03-02,Processing,Zoë Whitcombe,person\d+@example.com,8025550199,Bo Byron,,9 Side Street,Bath,,BA1 1AA,United Kingdom,Ring twice,"2 × =HYPER.*",2,Card,8.40,0.00,0.00,0.00,0.00,8.40,0.00,,,,,,,0.00,0.00,INV-000001,$/,
    );
    expect((await orders(world, orchard.token, "/export?status=Shipped")).body.trim().split("\r\n")).toHaveLength(1);
    expect((await orders(world, orchard.token, `/${orderId}/export`)).body).toContain(",\"'=HYPERLINK");
    const pdf = await orders(world, orchard.token, `/${orderId}/invoice`);
    expect([pdf.status, pdf.headers.get("Content-Type"), pdf.body.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
  });

  test("of a buyer who has left keep nobody's name to be found by", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    expect(
      (await world.call("DELETE", "/user", { token: buyer.token, body: { password: "correct-horse-9" } })).status,
    ).toBe(200);
    expect((await orders(world, orchard.token, "?q=whitcombe")).body.data.total).toBe(0);
    expect((await orders(world, orchard.token)).body.data.docs[0]).toMatchObject({
      _id: orderId,
      user: { firstName: "Former", email: "" },
    });
  });
});
