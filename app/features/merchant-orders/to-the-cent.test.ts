import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aCategory, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PRODUCTS = "/product/manage-product";
const SALES = "/product/order/merchant";
const PAYMENTS = "/product/payment/merchant";

const OATS = {
  title: "Rolled oats",
  description: "Milled slowly, for porridge that keeps its bite.",
  discountType: "percentage",
  discountPercentage: 10,
  variants: [
    {
      name: "500 g bag",
      sku: "OAT-1",
      barcode: "290",
      amount: "3.25",
      vatAmount: "0.15",
      quantity: 9,
      content: { amount: 500, unit: "g" },
    },
    {
      name: "5 kg sack",
      sku: "OAT-5",
      barcode: "295",
      amount: "24.15",
      vatAmount: "1.15",
      quantity: 9,
      content: { amount: 5, unit: "kg" },
    },
  ],
};
const CHEESE = {
  title: "Mountain cheese",
  description: "Cut from the wheel when you order it, and weighed then.",
  sku: "CHE-1",
  barcode: "296",
  amount: "6.25",
  vatAmount: "0.30",
  quantity: 9,
  content: { amount: 300, unit: "g" },
  weighed: { price: "18.95" },
};

/**
 * A stall that sells both, made by calls of the API alone: products are created, handed in, and published by an
 * operator.
 */
async function aStall(world: World) {
  const [merchant, operator] = [
    await aUser(world, { privilege: "merchant" }),
    await aUser(world, { privilege: "operator" }),
  ];
  const { _id: category } = await aCategory(world, "Pantry");
  const { db } = world.services;
  await db.insertInto("storeCategories").values({ userId: merchant._id, categoryId: category }).execute();
  const publish = async (product: object) => {
    const body = { ...product, category, availType: "in-review" };
    const { _id } = (await world.call("POST", PRODUCTS, { token: merchant.token, body })).body.data;
    const at = `/operator/review/${_id}`;
    const { version } = (await world.call("GET", at, { token: operator.token })).body.data;
    const decision = await world.call("POST", `${at}/publish`, { token: operator.token, body: { version } });
    expect(decision.status).toBe(200);
    return _id as string;
  };
  return { merchant, oats: await publish(OATS), cheese: await publish(CHEESE) };
}

const cents = (dollars: string | number) => Math.round(Number(dollars) * 100);

onBothDatabases("two sizes of one product and a cheese that weighs less than was paid for", (world) => {
  test("are the same cents on the order, the invoice, the statement, in the ledger and in every export", async () => {
    const { merchant, oats, cheese } = await aStall(world);
    const buyer = await aUser(world);
    const shown = (await world.call("GET", `/product/general/${oats}`)).body.data;
    const [bag, sack] = shown.variants.map(({ _id }: { _id: string }) => _id);
    const initialized = await initialize(world, buyer.token, [
      { product: oats, variant: bag, quantity: 3 },
      { product: oats, variant: sack, quantity: 1 },
      { product: cheese, quantity: 2 },
    ]);
    await confirm(world, initialized.body.data);
    const { _id: orderId, itemId } = (await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data;

    const get = async (path: string, token = merchant.token) => (await world.call("GET", path, { token })).body;
    world.clock.forward(60);
    const { sizes } = (await get(`${SALES}/weights`)).data;
    expect(sizes).toMatchObject([{ title: "Mountain cheese", lines: [{ order: orderId, most: 12.5 }] }]);
    // 564 g at 18.95 a kilo are 10.6878. Rounded for each piece, it would be 5.32 and 5.36.
    const weights = [{ order: orderId, line: sizes[0].lines[0]._id, pieces: ["281", "0,283 kg"] }];
    const weighed = await world.call("POST", `${SALES}/weights`, { token: merchant.token, body: { weights } });
    expect(weighed.body.data).toMatchObject({ weighed: [{ due: 10.69, back: 1.81 }], refused: [] });
    await world.runner.drain();
    for (const step of ["ship", "deliver"])
      await world.call("POST", `${SALES}/${orderId}/${step}`, { token: merchant.token, body: {} });

    // Bags at 2.93, a sack at 21.74, cheeses at 6.25 at most: each price is rounded half up once.
    const [paid, back, left] = [879 + 2174 + 1250, 181, 4122];
    const order = (await get(`/product/order/${orderId}`, buyer.token)).data;
    expect(
      order.carts.map((line: { variant: { name: string }; price: number; quantity: number; refunded: number }) => [
        line.variant.name,
        line.price,
        line.quantity,
        line.refunded,
      ]),
    ).toEqual([
      ["500 g bag", 2.93, 3, 0],
      ["5 kg sack", 21.74, 1, 0],
      ["", 6.25, 2, 1.81],
    ]);
    expect(order.carts[2].weighed).toEqual({ price: 18.95, per: "kg", weights: [0.281, 0.283], due: 10.69 });
    // VAT is refunded in the same share as the price.
    const [vat, vatBack] = [cents(order.vat), cents(order.vatRefunded)];
    const [cheeseLine] = order.carts.slice(2);
    expect(vatBack).toBe(Math.round((cents(cheeseLine.vat) * back) / 1250));

    const sale = (await get(`${SALES}/${orderId}`)).data;
    const sums = (of: { amount: number; refunded: number; vat: number; vatRefunded: number }) =>
      [of.amount, of.refunded, of.vat, of.vatRefunded].map(cents);
    const expectedSums = [paid, back, vat, vatBack];
    expect({ buyer: sums(order), part: sums(order.parts[0]), merchant: sums(sale) }).toEqual({
      buyer: expectedSums,
      part: expectedSums,
      merchant: expectedSums,
    });
    expect(sale.refunds).toMatchObject([{ cause: "weighed", amount: 1.81, state: "refunded" }]);

    const pdf = async (path: string) => {
      const response = await world.api.request(`/api/v1${path}`, { headers: { Authorization: merchant.token } });
      return (await readPdf(Promise.resolve(response.body ?? new ReadableStream()))).texts.split("\n");
    };
    const invoice = await pdf(`${SALES}/${orderId}/invoice`);
    expect(invoice).toEqual(
      expect.arrayContaining(["$8.79", "$21.74", "$12.50", "$43.03", "-$1.81", "$41.22", "Rolled oats, 5 kg sack"]),
    );
    expect(invoice.join("\n")).toMatch(/weighs 564\sg: \$10\.69/);

    const rows = async (path: string): Promise<Record<string, string>[]> =>
      parse((await get(path)) as string, { columns: true, bom: true });
    const money = (row: Record<string, string> | undefined) =>
      ["Amount", "Refunded", "VAT", "VAT refunded"].map((column) => cents(row?.[column] ?? ""));
    const [orderRow] = await rows(`${SALES}/export`);
    const [paymentRow] = await rows(`${PAYMENTS}/export`);
    expect([money(orderRow), money(paymentRow), orderRow?.["Net"], paymentRow?.["Net"]]).toEqual([
      expectedSums,
      expectedSums,
      "41.22",
      "41.22",
    ]);
    const lineRows = await rows(`${SALES}/${orderId}/export`);
    expect(lineRows.map((row) => [row["Product"], row["SKU"], row["Total"], row["Refunded"]])).toEqual([
      ["Rolled oats, 500 g bag", "OAT-1", "8.79", "0.00"],
      ["Rolled oats, 5 kg sack", "OAT-5", "21.74", "0.00"],
      ["Mountain cheese", "CHE-1", "12.50", "1.81"],
    ]);
    const total = (column: string) => lineRows.reduce((sum, row) => sum + cents(row[column] ?? ""), 0);
    expect(["Total", "Refunded", "VAT", "VAT refunded"].map(total)).toEqual(expectedSums);

    const month = world.clock.now().toISOString().slice(0, 7);
    const statement = (await get(`${PAYMENTS}/statements/${month}`)).data;
    expect(statement).toMatchObject({ sales: 43.03, refunds: -1.81, closing: 41.22, vat: (vat - vatBack) / 100 });
    const entries = await rows(`${PAYMENTS}/statements/${month}/csv`);
    expect(
      entries
        .filter((entry) => entry["Order ID"] === String(itemId))
        .map((entry) => ["Kind", "Amount", "Of which VAT", "Balance"].map((column) => entry[column])),
    ).toEqual([
      ["Sale", "43.03", (vat / 100).toFixed(2), "43.03"],
      ["Refund", "-1.81", (-vatBack / 100).toFixed(2), "41.22"],
    ]);
    expect(await pdf(`${PAYMENTS}/statements/${month}/pdf`)).toEqual(expect.arrayContaining(["-$1.81", "$41.22"]));
    expect((await get(`${PAYMENTS}/balance`)).data).toMatchObject({ sold: 43.03, givenBack: 1.81, owed: 41.22 });

    const day = world.clock.now().toISOString().slice(0, 10);
    const report = (await get(`/product/sales-report?since=${day}&until=${day}`)).data;
    expect(report).toMatchObject({ sales: 43.03, refunds: -1.81, revenue: 41.22, units: 6, refundedUnits: 0 });
    const byProduct = await rows(`/product/sales-report/export?since=${day}&until=${day}&by=product`);
    expect(byProduct.map((row) => [row["Product"], cents(row["Revenue"] ?? "")])).toEqual([
      ["Rolled oats, 5 kg sack", 2174],
      ["Mountain cheese", 1069],
      ["Rolled oats, 500 g bag", 879],
    ]);

    const { db } = world.services;
    const ledger = await db.selectFrom("ledger").select(["kind", "amountCents"]).orderBy("createdAt").execute();
    expect(ledger.map(({ kind, amountCents }) => [kind, Number(amountCents)])).toEqual([
      ["sale", paid],
      ["refund", -back],
    ]);
    const refunds = await db.selectFrom("testRefunds").select("amountCents").execute();
    expect(refunds.map(({ amountCents }) => Number(amountCents))).toEqual([back]);
    const letters = await mailsSent(world, buyer.email);
    expect(letters.filter(({ text }) => /\$10\.69[^]*\$1\.81 back/.test(text))).toHaveLength(1);
    expect(paid - back).toBe(left);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });
});
