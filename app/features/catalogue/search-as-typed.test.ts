import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { allergenBits, labelBits } from "~/features/food-information/food-json";
import { ALLERGEN_KEYS, type Allergen } from "~/features/food-information/words";

const found = async (world: World, q: string) =>
  (await world.call("GET", `/product/general?${new URLSearchParams({ q })}`)).body.data;
const titles = async (world: World, q: string) =>
  ((await found(world, q)).docs as { title: string }[]).map(({ title }) => title).sort();

const withoutAllBut = (...allergens: Allergen[]) =>
  allergenBits(ALLERGEN_KEYS.filter((key) => !allergens.includes(key)));

onBothDatabases("a search as people type it", (world) => {
  test("takes no notice of the signs around words", async () => {
    await aProduct(world, { title: "Linden Honey" });
    await aProduct(world, { title: "Bread" });
    for (const q of ["honey.", "honey,", "honey!", "“honey”", "(honey)", "#honey", "linden & honey", "linden/honey?"])
      expect([q, await titles(world, q)]).toEqual([q, ["Linden Honey"]]);
  });

  test.each([
    ["farmer's", "Farmer’s Market Box"],
    ["farmers", "Farmer’s Market Box"],
    ["granny’s", "Granny's Jam"],
    ["freerange eggs", "Free-range Eggs"],
    ["free range eggs", "Freerange Eggs"],
    ["glutenfree bread", "Gluten-free Bread"],
    ["buttermilk", "Butter Milk"],
    ["butter milk", "Buttermilk"],
    ["goat cheese", "Goat\u00adCheese"],
    ["sweetpotato", "Sweet Potatoes"],
    ["0.5 l", "Cider 0,5 l"],
    ["500ml", "Cider 0,5 l"],
    ["50 cl cider", "Cider 0.5 litres"],
    ["1 kilo", "Flour, 1000g"],
  ])("%j finds %j", async (q, title) => {
    await aProduct(world, { title });
    await aProduct(world, { title: "Something else" });
    expect(await found(world, q)).toMatchObject({ docs: [{ title }], total: 1 });
    expect(await found(world, q)).not.toHaveProperty("dropped");
  });

  test("finds no word in the middle of two", async () => {
    await aProduct(world, { title: "Hot Eagle Sauce" });
    expect(await titles(world, "tea")).toEqual([]);
  });

  test("finds an amount in the sizes that are on sale", async () => {
    const honey = await aProduct(world, { title: "Honey", contentMilli: 500_000, contentUnit: "g" });
    await aProduct(world, { title: "Comb Honey", contentMilli: 1000, contentUnit: "kg" });
    for (const q of ["500g honey", "honey 500 g", "0,5 kg", "0.5 kilo honey", "500 grams"])
      expect([q, await titles(world, q)]).toEqual([q, ["Honey"]]);
    expect(await titles(world, "1 kilo honey")).toEqual(["Comb Honey"]);
    expect(await found(world, "2 kg comb honey")).toMatchObject({ total: 1, dropped: ["2 kg"] });
    await world.services.db.updateTable("variants").set({ isPending: 1 }).where("productId", "=", honey._id).execute();
    await world.services.dialect.announceChange(world.services.db);
    expect(await titles(world, "500 g")).toEqual([]);
  });

  test("finds what a label says, and never what may have the allergen", async () => {
    await aProduct(world, {
      title: "Cashew cheese",
      foodLabels: labelBits(["vegan"]),
      foodWithout: withoutAllBut("nuts"),
    });
    await aProduct(world, {
      title: "Cow cheese",
      foodLabels: labelBits(["organic"]),
      foodWithout: withoutAllBut("milk"),
    });
    await aProduct(world, { title: "Nut-free cheese that may have some", foodWithout: withoutAllBut("nuts", "milk") });
    await aProduct(world, { title: "Nut-free cheese" });
    await aProduct(world, { title: "Quiet cheese" });
    expect(await titles(world, "vegan cheese")).toEqual(["Cashew cheese"]);
    expect(await titles(world, "organic")).toEqual(["Cow cheese"]);
    expect(await titles(world, "cheese without nuts")).toEqual(["Cow cheese", "Nut-free cheese"]);
    expect(await titles(world, "nut free cheese")).toEqual(["Cow cheese", "Nut-free cheese"]);
    expect(await titles(world, "dairy-free")).toEqual(["Cashew cheese"]);
    expect(await titles(world, "cheese without milk or nuts")).toEqual([]);
    // A need is not dropped, but a wish is.
    expect(await titles(world, "halal cheese")).toEqual([]);
    expect(await found(world, "fair trade quiet cheese")).toMatchObject({ total: 1, dropped: ["fair trade"] });
  });

  test("takes two slips in a word of eight letters and more, and one in a shorter one", async () => {
    await aProduct(world, { title: "Strawberries" });
    await aProduct(world, { title: "Walnuts" });
    for (const q of ["strabwerreis", "stawberies", "strwabrries"])
      expect(await found(world, q)).toMatchObject({ docs: [{ title: "Strawberries" }], corrected: "strawberries" });
    expect(await titles(world, "walnust")).toEqual(["Walnuts"]);
    expect(await titles(world, "wlnusts")).toEqual([]);
    expect(await titles(world, "struwbirrios")).toEqual([]);
  });

  test("corrects no short word to a stall's name", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await world.services.db
      .updateTable("stores")
      .set({ storeName: "Harbour Mill" })
      .where("userId", "=", merchant._id)
      .execute();
    await aProduct(world, { title: "Rye Bread", merchantId: merchant._id });
    expect(await found(world, "miel")).toMatchObject({ total: 0 });
    expect(await found(world, "harbor")).toMatchObject({ total: 1, corrected: "harbour" });
  });

  test("takes synonyms of the market's list, of phrases too", async () => {
    const { token } = await aUser(world, { privilege: "operator" });
    const add = async (words: string[]) =>
      (await world.call("POST", "/operator/synonyms", { token, body: { words } })).body.data._id as string;
    const aubergines = await add(["Aubergine", "eggplant"]);
    await add(["spring onion", "scallion"]);
    await aProduct(world, { title: "Japanese Eggplants" });
    await aProduct(world, { title: "Scallions" });
    await aProduct(world, { title: "Yellow Onions" });
    await expect.poll(() => titles(world, "aubergines")).toEqual(["Japanese Eggplants"]);
    expect(await titles(world, "spring onions")).toEqual(["Scallions"]);
    expect(await titles(world, "japanese aubergine")).toEqual(["Japanese Eggplants"]);
    expect(await titles(world, "onion")).toEqual(["Yellow Onions"]);
    // A slip in a synonym that no product has.
    expect(await titles(world, "aubergene")).toEqual(["Japanese Eggplants"]);
    world.clock.forward(1);
    await world.call("DELETE", `/operator/synonyms/${aubergines}`, { token });
    await expect.poll(() => titles(world, "aubergines")).toEqual([]);
  });
});
