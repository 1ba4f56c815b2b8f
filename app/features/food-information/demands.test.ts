import { expect, test } from "vitest";
import { aCategory, aUser } from "../../../tests/fixtures/shop";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";
const ALL = "ingredients,allergens,nutrition,origin,content";

async function aMarket(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const operator = await aUser(world, { privilege: "operator" });
  const [cheese, bread] = [await aCategory(world, "Cheese"), await aCategory(world, "Bread")];
  await world.services.db
    .insertInto("storeCategories")
    .values([cheese, bread].map(({ _id }) => ({ userId: merchant._id, categoryId: _id })))
    .execute();
  const demand = (demands: string, kind = "general") => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: "Cheese", tint: "leafy", kind, demands }))
      form.set(name, value);
    return world.call("PUT", `/operator/categories/${cheese._id}`, { token: operator.token, form });
  };
  const base = {
    title: "Aged farmhouse cheese",
    description: "Made on the farm, aged for nine months.",
    amount: "9.45",
    quantity: 18,
    sku: "C-1",
    barcode: "2900000000017",
    category: cheese._id,
    availType: "in-review",
  };
  const { token } = merchant;
  const add = (overrides: object = {}) => world.call("POST", PATH, { token, body: { ...base, ...overrides } });
  const save = (id: string, overrides: object = {}) =>
    world.call("PUT", `${PATH}?product=${id}`, { token, body: { ...base, ...overrides } });
  const read = async (id: string) => (await world.call("GET", `${PATH}/${id}`, { token })).body.data;
  const publish = async (id: string) => {
    const { version } = (await world.call("GET", `/operator/review/${id}`, { token: operator.token })).body.data;
    return world.call("POST", `/operator/review/${id}/publish`, { token: operator.token, body: { version } });
  };
  const lacksInReview = async (id: string) =>
    (await world.call("GET", `/operator/review/${id}`, { token: operator.token })).body.data.lacks;
  const onSale = async (overrides: object = {}) => {
    const { _id } = (await add(overrides)).body.data;
    await publish(_id);
    return _id as string;
  };
  const toComplete = async () =>
    (await world.call("GET", `${PATH}?only=to-complete`, { token })).body.data.docs.map(
      ({ _id }: { _id: string }) => _id,
    );
  const complete = (products: object[], headers: Record<string, string> = {}) =>
    world.call("PUT", `${PATH}/particulars`, { token, headers, body: { products } });
  const changeMany = (ids: string[], change: object) =>
    world.call("POST", `${PATH}/many`, { token, body: { products: ids.map((product) => ({ product })), change } });
  return {
    cheese,
    other: bread,
    demand,
    add,
    save,
    read,
    publish,
    onSale,
    toComplete,
    complete,
    many: changeMany,
    lacksInReview,
  };
}

const fields = ({ body }: { body: { error: { code: string; field: string }[] } }) =>
  body.error.map(({ code, field }) => [code, field]);
const FOOD = { ingredients: "Whole milk, salt", allergens: { milk: "contains" }, originCountry: "US" };

onBothDatabases("what a category demands", (world) => {
  test("an operator says it, everybody reads it, and leaving it out leaves it", async () => {
    const { demand, cheese } = await aMarket(world);
    expect((await demand("origin,ingredients", "fish")).body.data).toMatchObject({
      kind: "fish",
      demands: ["ingredients", "origin"],
    });
    const categories = (await world.call("GET", "/category")).body.data.docs as { _id: string }[];
    expect(categories.find(({ _id }) => _id === cheese._id)).toMatchObject({
      kind: "fish",
      demands: ["ingredients", "origin"],
    });
    expect((await demand("taste")).status).toBe(422);
    expect((await demand("")).body.data).toMatchObject({ kind: "general", demands: [] });
  });

  test("a product is not handed in without it: each missing particular is named at its field", async () => {
    const { demand, add, save } = await aMarket(world);
    await demand(ALL);
    const refusal = await add();
    expect([refusal.status, fields(refusal)]).toEqual([
      422,
      ["food.ingredients", "food.allergens", "food.nutrition", "food.originCountry", "content"].map((field) => [
        "particular_missing",
        field,
      ]),
    ]);
    const draft = await add({ availType: "draft" });
    expect(draft.status).toBe(201);
    expect(fields(await save(draft.body.data._id, { food: FOOD, content: { amount: 1, unit: "kg" } }))).toEqual([
      ["particular_missing", "food.nutrition"],
    ]);
    await demand("ingredients,allergens,origin,content");
    expect((await save(draft.body.data._id, { food: FOOD, content: { amount: 1, unit: "kg" } })).status).toBe(200);
  });

  test.each([
    ["fish", ["food.scientificName", "food.catchArea", "food.catchMethod"]],
    ["honey", ["food.harvestCountries"]],
    ["beef-oil", ["food.originCountry"]],
  ])("the origin of %s is %j", async (kind, expectedOrigin) => {
    const { demand, add } = await aMarket(world);
    await demand("origin", kind);
    expect(fields(await add()).map(([, field]) => field)).toEqual(expectedOrigin);
  });

  test("one on sale stays, may go on lacking what it lacks, and never comes to lack more", async () => {
    const { demand, onSale, save, toComplete, read, other } = await aMarket(world);
    const id = await onSale({ food: { ingredients: "Whole milk, salt" } });
    expect(await toComplete()).toEqual([]);
    await demand("ingredients,origin");
    expect(await toComplete()).toEqual([id]);
    expect((await read(id)).lacks).toEqual([{ particular: "origin", field: "food.originCountry" }]);
    const published = { availType: "published" };
    expect((await save(id, { ...published, amount: "9.95" })).status).toBe(200);
    expect(fields(await save(id, { ...published, food: { storage: "Cool" } }))).toEqual([
      ["particular_missing", "food.ingredients"],
    ]);
    const bread = await onSale({ category: other._id, sku: "B-1" });
    expect(fields(await save(bread, { ...published, sku: "B-1" }))).toEqual([
      ["particular_missing", "food.ingredients"],
      ["particular_missing", "food.originCountry"],
    ]);
  });

  test("operators read what is missing of a change and of a new product, by the category that it goes to", async () => {
    const { demand, add, onSale, save, lacksInReview, cheese, other } = await aMarket(world);
    const handedIn = (await add({ sku: "C-2" })).body.data._id;
    const bread = await onSale({ category: other._id, food: FOOD, sku: "B-1" });
    await save(bread, { sku: "B-1", availType: "published", category: cheese._id, title: "Bread with cheese" });
    await demand("ingredients,nutrition,content");
    expect(await lacksInReview(handedIn)).toEqual(["ingredients", "nutrition", "content"]);
    expect(await lacksInReview(bread)).toEqual(["nutrition", "content"]);
    await demand("");
    expect(await lacksInReview(bread)).toEqual([]);
  });

  test("several are completed at once, through review; each error is at its product's field, and nothing is lost", async () => {
    const { demand, onSale, toComplete, complete, publish, read } = await aMarket(world);
    const [first, second] = [await onSale(), await onSale({ sku: "C-2" })];
    await demand("ingredients,allergens,content");
    expect((await toComplete()).toSorted()).toEqual([first, second].toSorted());
    const good = { product: first, food: FOOD, contents: [{ variant: first, content: { amount: 250, unit: "g" } }] };
    const asksBack = { product: second, food: { ingredients: "Oats, *milk*", allergens: { nuts: "contains" } } };
    expect(fields(await complete([good, asksBack]))).toEqual([
      ["allergen_in_ingredients", "products.1.food.allergensConfirmed"],
    ]);
    expect((await read(first)).waiting).toBeUndefined();
    const key = { "Idempotency-Key": "complete-them-once" };
    const confirmed = { ...asksBack, food: { ...asksBack.food, allergensConfirmed: true } };
    for (const _ of [1, 2])
      expect((await complete([good, confirmed], key)).body.data).toEqual({ changed: 2, unchanged: 0, review: 2 });
    // The second still lacks its net content. The first has its values in the change that waits for review.
    expect(await toComplete()).toEqual([second]);
    expect((await read(first)).food.ingredients).toBe("");
    await publish(first);
    expect(await read(first)).toMatchObject({ food: FOOD, content: { amount: 250, unit: "g" }, lacks: [] });
    expect(await toComplete()).toEqual([second]);
    expect(fields(await complete([{ product: first, food: { ingredients: "Goat's milk" } }]))).toEqual([
      ["said_already", "products.0.food.ingredients"],
    ]);
  });

  test("a change of many hands in only what lacks nothing, and moves nothing to where it would lack something", async () => {
    const { demand, add, many, onSale, other, cheese, read } = await aMarket(world);
    await demand("ingredients");
    const lacking = (await add({ availType: "draft" })).body.data._id;
    const whole = (await add({ availType: "draft", sku: "C-2", food: FOOD })).body.data._id;
    const { docs } = (await many([lacking, whole], { what: "sale", on: true })).body.data;
    expect(docs.map(({ outcome, code }: { outcome: string; code?: string }) => [outcome, code])).toEqual([
      ["refused", "particular_missing"],
      ["changed", undefined],
    ]);
    expect([(await read(lacking)).availType, (await read(whole)).availType]).toEqual(["draft", "in-review"]);
    const bread = await onSale({ category: other._id, sku: "B-1" });
    const movedProduct = (await many([bread], { what: "category", category: cheese._id })).body.data.docs[0];
    expect(movedProduct).toMatchObject({ outcome: "refused", code: "particular_missing" });
  });

  test("a row of a spreadsheet that is handed in without it is refused at its columns", async () => {
    const stall = await aStall(world);
    const demands = { categoryId: stall.category._id, kind: "general", demands: 1 + 64 };
    await stall.db.insertInto("categoryDemands").values(demands).execute();
    const handedIn = row("A", { status: "In review" });
    const { body } = await stall.check(`${HEAD}\n${handedIn}\n${row("B", { status: "Draft" })}`);
    expect(body.data).toMatchObject({ wrong: 1, created: 1 });
    const [wrong] = (await stall.report(body.data._id)).docs;
    expect(wrong?.errors.map(({ column }) => column)).toEqual(["Ingredients", "Net content"]);
  });
});
