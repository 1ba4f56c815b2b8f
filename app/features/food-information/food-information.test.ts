import { expect, test } from "vitest";
import { aCategory, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";
const NUTRITION = {
  per: "100g",
  energyKj: 1680,
  energyKcal: 405,
  fat: 33,
  saturates: 21,
  carbohydrate: 0.5,
  sugars: 0.1,
  fibre: null,
  protein: 26,
  salt: 1.7,
};
const CHEESE = {
  ingredients: "Raw cow's *milk* (98%), sea salt, cultures (*milk*), microbial rennet",
  allergens: { milk: "contains", nuts: "may-contain" },
  nutrition: NUTRITION,
  storage: "In the fridge, wrapped in paper, 4 to 8 °C",
  keepsDays: 21,
  originCountry: "US",
  originWords: "Milk from Cabot, Vermont",
  producer: "Northfield Dairy, Cabot, Vermont",
  labels: ["raw-milk", "organic"],
  organicCode: "US-ORG-052",
};

async function aStall(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const operator = await aUser(world, { privilege: "operator" });
  const category = await aCategory(world, "Dairy & Eggs");
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: category._id })
    .execute();
  const base = {
    title: "Aged farmhouse cheese",
    description: "Made on the farm, aged for nine months.",
    amount: "9.45",
    quantity: 18,
    sku: "DAI-1",
    barcode: "2900000000017",
    category: category._id,
    availType: "draft",
  };
  const { token } = merchant;
  const add = (food?: object, overrides: object = {}) =>
    world.call("POST", PATH, { token, body: { ...base, ...(food && { food }), ...overrides } });
  const save = (id: string, food?: object, overrides: object = {}, headers: Record<string, string> = {}) =>
    world.call("PUT", `${PATH}?product=${id}`, {
      token,
      headers,
      body: { ...base, ...(food && { food }), ...overrides },
    });
  const read = (id: string) => world.call("GET", `${PATH}/${id}`, { token });
  const review = async (id: string) =>
    (await world.call("GET", `/operator/review/${id}`, { token: operator.token })).body.data;
  const publish = async (id: string) =>
    world.call("POST", `/operator/review/${id}/publish`, {
      token: operator.token,
      body: { version: (await review(id)).version },
    });
  const onSale = async (food?: object) => {
    const { _id } = (await add(food, { availType: "in-review" })).body.data;
    await publish(_id);
    return _id as string;
  };
  return { add, save, read, review, publish, onSale };
}

const inShop = async (world: World, id: string) => (await world.call("GET", `/product/general/${id}`)).body.data;
const columns = (world: World, id: string) =>
  world.services.db
    .selectFrom("products")
    .select(["foodLabels", "foodWithout", "foodOrigin"])
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();

onBothDatabases("food information", (world) => {
  test("what a merchant says is read back, by them and in the shop; what is not said stays empty", async () => {
    const { add, read, onSale } = await aStall(world);
    const { status, body } = await add(CHEESE, { sku: "DAI-0" });
    expect(status).toBe(201);
    expect(body.data.food).toEqual({
      ...CHEESE,
      labels: ["organic", "raw-milk"],
      noAllergens: false,
      alcohol: null,
      instructions: "",
      catchArea: "",
      catchMethod: "",
      scientificName: "",
      harvestCountries: [],
    });
    expect((await read(body.data._id)).body.data).toEqual(body.data);
    expect((await inShop(world, await onSale(CHEESE))).food).toEqual(body.data.food);
  });

  test("of a product about which nothing is said the shop answers no food information", async () => {
    const { onSale, read } = await aStall(world);
    const id = await onSale();
    expect((await read(id)).body.data.food).toMatchObject({ ingredients: "", allergens: {}, nutrition: null });
    expect(await inShop(world, id)).not.toHaveProperty("food");
    expect(await columns(world, id)).toEqual({ foodLabels: 0, foodWithout: 0, foodOrigin: "" });
  });

  test("left out of a payload it stays as it is, sent it takes the place of all that was said", async () => {
    const { add, save, read } = await aStall(world);
    const { _id } = (await add(CHEESE)).body.data;
    expect((await save(_id)).body.data.food.ingredients).toBe(CHEESE.ingredients);
    await save(_id, { storage: "Cool" });
    expect((await read(_id)).body.data.food).toMatchObject({ storage: "Cool", ingredients: "", nutrition: null });
  });

  test("a change of a product on sale waits for review, with before and after; then it is in the shop", async () => {
    const { save, read, review, publish, onSale } = await aStall(world);
    const id = await onSale(CHEESE);
    const changed = { ...CHEESE, allergens: { milk: "contains", nuts: "contains" }, labels: [], organicCode: "" };
    const { data } = (await save(id, changed, { availType: "published" })).body;
    expect([data.food.allergens.nuts, data.waiting.food.allergens.nuts]).toEqual(["may-contain", "contains"]);
    expect((await inShop(world, id)).food.allergens.nuts).toBe("may-contain");
    const { onSale: before, wanted } = await review(id);
    expect([before.food.allergens.nuts, wanted.food.allergens.nuts]).toEqual(["may-contain", "contains"]);
    expect((await columns(world, id)).foodLabels).toBe(0b10000001);
    // A save of the price alone leaves the waiting change as it is.
    const again = await save(id, undefined, { availType: "published", amount: "9.90" });
    expect(again.body.data.waiting.food.allergens.nuts).toBe("contains");
    expect((await publish(id)).status).toBe(200);
    expect((await inShop(world, id)).food.allergens.nuts).toBe("contains");
    expect((await columns(world, id)).foodLabels).toBe(0);
    expect((await read(id)).body.data).not.toHaveProperty("waiting");
  });

  test("saved back as it is in the shop, nothing waits any more", async () => {
    const { save, onSale } = await aStall(world);
    const id = await onSale(CHEESE);
    await save(id, { ...CHEESE, storage: "Cool" }, { availType: "published" });
    const { data } = (await save(id, CHEESE, { availType: "published" })).body;
    expect(data).not.toHaveProperty("waiting");
  });

  test("another's change of it refuses what was read before, with 412", async () => {
    const { add, save, read } = await aStall(world);
    const { _id } = (await add(CHEESE)).body.data;
    const etag = (await read(_id)).headers.get("ETag") ?? "";
    await save(_id, { ...CHEESE, storage: "Cool" });
    expect((await save(_id, CHEESE, {}, { "If-Match": etag })).status).toBe(412);
  });

  test("an allergen that is emphasised but not named is asked back about once", async () => {
    const { add, save } = await aStall(world);
    const none = { ingredients: "Wholemeal *wheat*, water, salt", noAllergens: true };
    const refusal = await add(none);
    expect([refusal.status, refusal.body.error[0].code, refusal.body.error[0].field]).toEqual([
      422,
      "allergen_in_ingredients",
      "food.allergensConfirmed",
    ]);
    expect((await add({ ...none, allergens: { milk: "contains" }, noAllergens: false })).status).toBe(422);
    const { status, body } = await add({ ...none, allergensConfirmed: true });
    expect(status).toBe(201);
    // The stored product already has the contradiction.
    expect((await save(body.data._id, none)).status).toBe(200);
    expect((await save(body.data._id, { ...none, storage: "Dry" })).status).toBe(422);
    // Without any statement about allergens, there is no statement that the food is free of them.
    expect((await add({ ingredients: none.ingredients }, { sku: "DAI-2" })).status).toBe(201);
  });

  test.each([
    [{ nutrition: { ...NUTRITION, carbohydrate: 60 } }, "food.nutrition", "invalid"],
    [{ nutrition: { ...NUTRITION, saturates: 34 } }, "food.nutrition.saturates", "invalid"],
    [{ nutrition: { ...NUTRITION, energyKcal: undefined } }, "food.nutrition.energyKcal", "missing"],
    [{ nutrition: { ...NUTRITION, calories: 4 } }, "food.nutrition.calories", "unrecognized_keys"],
    [{ allergens: { gold: "contains" } }, "food.allergens.gold", "unrecognized_keys"],
    [{ allergens: { milk: "free" } }, "food.allergens.milk", "invalid_value"],
    [{ allergens: { milk: "contains" }, noAllergens: true }, "food.noAllergens", "invalid"],
    [{ allergens: { milk: "contains" }, labels: ["vegan"] }, "food.labels", "invalid"],
    [{ labels: ["organic"] }, "food.organicCode", "invalid"],
    [{ labels: ["tasty"] }, "food.labels.0", "invalid_value"],
    [{ originCountry: "ZZ" }, "food.originCountry", "invalid"],
    [{ ingredients: "x".repeat(3001) }, "food.ingredients", "too_big"],
    [{ alcohol: 97 }, "food.alcohol", "too_big"],
    [{ colour: "red" }, "food.colour", "unrecognized_keys"],
  ])("%j is refused at %s", async (food, field, code) => {
    const { add } = await aStall(world);
    const { status, body } = await add(food);
    expect([status, body.error[0].field, body.error[0].code]).toEqual([422, field, code]);
    expect(body.error[0].message).toMatch(/^[A-Z].*\.$/);
  });

  test("an allergen counts as left out only where allergens are said", async () => {
    const { onSale } = await aStall(world);
    const bits = async (id: string) => (await columns(world, id)).foodWithout;
    const [all, milk, nuts] = [0b111111111111111, 1 << 6, 1 << 7];
    expect(await bits(await onSale(CHEESE))).toBe(all & ~milk & ~nuts);
  });
});
