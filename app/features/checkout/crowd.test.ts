import pLimit from "p-limit";
import { expect, test } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aUser } from "../../../tests/fixtures/shop";
import { aProductInSizes } from "../../../tests/fixtures/product-in-sizes";
import { onBothDatabases } from "../../../tests/fixtures/world";

const [BUYERS, PIECES] = isSample ? [60, 5] : [1000, 50];
/** Buyers who press at the same moment. With more, some would be told to come again. */
const AT_ONCE = 100;
const SACKS = 10;

onBothDatabases("a crowd before one size of a product", (world) => {
  test("gets each piece once and none too many, while the other size is counted and prices change in bulk", async () => {
    const { db } = world.services;
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const [bag = "", sack = ""] = await aProductInSizes(world, { merchantId }, [
      { name: "500 g bag", amountCents: 320, quantity: PIECES },
      { name: "5 kg sack", amountCents: 2400, quantity: SACKS },
    ]);
    const buyers = [];
    for (let n = 0; n < BUYERS; n += 1) buyers.push(await aUser(world));

    let [isOpen, changes] = [true, 0];
    async function changeInBulk(): Promise<void> {
      const at = "/product/manage-product";
      while (isOpen) {
        changes += 1;
        const count = { product: bag, variant: sack, quantity: SACKS + changes };
        const counting = await world.call("PUT", `${at}/stock`, { token, body: { products: [count] } });
        expect(counting.body.data).toMatchObject({ changed: 1, refused: 0 });
        const change = { what: "price", percent: changes % 2 === 1 ? 25 : -20, roundTo: "0.01" };
        const body = { products: [{ product: bag }], change };
        const pricing = await world.call("POST", `${at}/many`, { token, body });
        expect(pricing.body.data).toMatchObject({ changed: 1, refused: 0 });
      }
    }
    const changing = changeInBulk();
    const limit = pLimit(AT_ONCE);
    const started = await Promise.all(
      buyers.map((buyer) =>
        limit(() => initialize(world, buyer.token, [{ product: bag, variant: bag, quantity: 1 }])).then((answer) => ({
          buyer,
          answer,
        })),
      ),
    );
    isOpen = false;
    await changing;

    const holders = started.filter(({ answer }) => answer.status === 200);
    expect(holders).toHaveLength(PIECES);
    const refusals = started.flatMap(({ answer }) => (answer.status === 200 ? [] : [answer.body.error[0].code]));
    expect([refusals.length, new Set(refusals)]).toEqual([BUYERS - PIECES, new Set(["sold_out"])]);
    for (const { buyer, answer } of holders) {
      await confirm(world, answer.body.data);
      const placed = await finalize(world, buyer.token, answer.body.payment.stripeId);
      expect([placed.status, [3.2, 4].includes(placed.body.data.amount)]).toEqual([200, true]);
    }
    const lines = await db
      .selectFrom("orderLines as l")
      .innerJoin("orders as o", "o._id", "l.orderId")
      .select(["l.variantId", "l.quantity"])
      .where("o.status", "=", "paid")
      .execute();
    expect(lines).toEqual(Array.from({ length: PIECES }, () => ({ variantId: bag, quantity: 1 })));
    const sizes = await db.selectFrom("variants").select(["_id", "quantity"]).orderBy("position").execute();
    expect(sizes).toEqual([
      { _id: bag, quantity: 0 },
      { _id: sack, quantity: SACKS + changes },
    ]);
    const history = await db
      .selectFrom("stockChanges")
      .select(["variantId", (eb) => eb.fn.sum<number>("pieces").as("pieces")])
      .groupBy("variantId")
      .execute();
    expect(Object.fromEntries(history.map(({ variantId, pieces }) => [variantId, Number(pieces)]))).toEqual({
      [bag]: -PIECES,
      [sack]: changes,
    });
  });
});
