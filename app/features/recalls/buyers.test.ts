import { bought } from "../../../tests/fixtures/books";
import { NO_FOOD } from "~/features/food-information/schema";
import { expect, test } from "vitest";

import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { writeFood } from "~/features/food-information/food.server";
import { aRecall, LETTER } from "../../../tests/fixtures/recalls";

onBothDatabases("who bought a product that is off sale", (world) => {
  test("is listed with order, pieces and what is left to give back, newest first", async () => {
    const { get, apples, ben } = await aRecall(world);
    const { body } = await get(`/products/${apples._id}/buyers`);
    expect(body.data).toMatchObject({ total: 3, buyers: 2, pieces: 6, left: 25.2, hasNextPage: false });
    expect(body.data.docs[0]).toMatchObject({
      quantity: 3,
      left: 12.6,
      buyer: { name: "Ben Byron", email: ben.email },
    });
    expect(body.data.docs.map((doc: { quantity: number }) => doc.quantity)).toEqual([3, 1, 2]);
  });

  test("tells what the label said when each order was placed, and says nothing where nothing was said", async () => {
    const { get, post, apples, ben } = await aRecall(world, { takenOff: false });
    const { db } = world.services;
    const say = (ingredients: string) =>
      db.transaction().execute((trx) => writeFood(trx, [{ productId: apples._id, food: { ...NO_FOOD, ingredients } }]));
    await say("Apples");
    world.clock.forward(1);
    await bought(world, ben.token, [[apples._id, 1]]);
    await say("Apples, sulphites");
    await post(`/products/${apples._id}/take-off`, { reason: "Glass." });
    const [newest, before] = (await get(`/products/${apples._id}/buyers`)).body.data.docs;
    expect([newest.title, newest.food.ingredients]).toEqual([apples.title, "Apples"]);
    expect(before).not.toHaveProperty("food");
  });

  test("can be narrowed to days of the marketplace, the last one included", async () => {
    const { get, apples } = await aRecall(world);
    const pieces = async (query: string) => (await get(`/products/${apples._id}/buyers?${query}`)).body.data.pieces;
    expect([
      await pieces("since=2026-03-03"),
      await pieces("until=2026-03-02"),
      await pieces("since=2026-03-02&until=2026-03-04"),
      await pieces("until=2026-03-01"),
    ]).toEqual([3, 3, 6, 0]);
    const wrong = await get(`/products/${apples._id}/buyers?since=2026-03-05&until=2026-03-04`);
    expect([wrong.status, wrong.body.error[0].field]).toEqual([422, "until"]);
  });

  test("is told only while it is off sale, and so are letters and refunds begun", async () => {
    const { get, post, apples } = await aRecall(world, { takenOff: false });
    const answers = [
      await get(`/products/${apples._id}/buyers`),
      await post(`/products/${apples._id}/letters`, LETTER),
      await post(`/products/${apples._id}/recalls`, { reason: "Glass." }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.[0].code])).toEqual(
      Array.from({ length: 3 }, () => [409, "not_taken_off"]),
    );
    expect((await get(`/products/${"0".repeat(24)}/buyers`)).status).toBe(404);
  });

  test("is answered in a handful of statements, however many they are", async () => {
    const { get, apples } = await aRecall(world);
    const { statements } = await counted(() => get(`/products/${apples._id}/buyers`));
    expect(statements).toBeLessThanOrEqual(6);
  });
});
