import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("200 buyers at once", (world) => {
  test("race for 50 pieces: exactly 50 get one, the others are told so and nobody else pays", async () => {
    const product = await aProduct(world, { quantity: 50, title: "Last Strawberries" });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => aUser(world)));
    const answers = await Promise.all(
      buyers.map((buyer) => initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])),
    );
    const won = answers.filter((answer) => answer.status === 200);
    const lost = answers.filter((answer) => answer.status === 409);
    expect([won.length, lost.length]).toEqual([50, 150]);
    expect(lost[0]?.body.error[0]).toMatchObject({
      code: "sold_out",
      message: "Last Strawberries is sold out.",
      field: "carts.0",
    });
    expect(await stockOf(world, product._id)).toBe(0);
    const intents = await world.services.db.selectFrom("testIntents").select("_id").execute();
    expect(intents).toHaveLength(50);
  });
});
