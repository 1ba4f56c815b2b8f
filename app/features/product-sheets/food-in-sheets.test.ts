import { expect, test } from "vitest";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const FOOD_HEAD = `${HEAD},Ingredients,Contains,May contain,Labels,Energy kcal,Fat,Saturates,Carbohydrate,Sugars,Protein,Salt,Keeps days,Country of origin`;
const cheese = (sku: string, contains = "milk") =>
  `${row(sku)},"Whole *milk*, salt",${contains},"nuts, soya",Vegetarian,405,33,"21,5",0.5,0.1,26,1.7,21,US`;

onBothDatabases("food information in spreadsheets", (world) => {
  test("comes in with the product, goes out as it is, and comes back as no change", async () => {
    const stall = await aStall(world);
    await stall.takeOver(`${FOOD_HEAD}\n${cheese("A")}\n${row("B")}`);
    const docs = (await world.call("GET", "/product/manage-product", { token: stall.token })).body.data.docs as {
      sku: string;
      food: Record<string, unknown>;
    }[];
    expect(docs.find(({ sku }) => sku === "A")?.food).toMatchObject({
      ingredients: "Whole *milk*, salt",
      allergens: { milk: "contains", nuts: "may-contain", soya: "may-contain" },
      labels: ["vegetarian"],
      nutrition: { per: "100g", energyKcal: 405, energyKj: 1695, saturates: 21.5, fibre: null },
      keepsDays: 21,
      originCountry: "US",
    });
    const csv = await stall.exported();
    const { body } = await stall.check(csv);
    expect(body.data).toMatchObject({ unchanged: 2, changed: 0, created: 0, wrong: 0, questions: 0 });
    // A file from before these columns existed leaves them alone.
    await stall.takeOver(`${HEAD}\n${row("A", { price: "4.10" })}`);
    expect((await stall.exported()).match(/Whole \*milk\*, salt/g)).toHaveLength(1);
  });

  test("a changed cell changes that field alone", async () => {
    const stall = await aStall(world);
    await stall.takeOver(`${FOOD_HEAD}\n${cheese("A")}`);
    const { body } = await stall.check((await stall.exported()).replace("Whole *milk*, salt", "Raw *milk*, salt"));
    expect(body.data).toMatchObject({ changed: 1, wrong: 0 });
    expect((await stall.report(body.data._id)).docs[0]?.changes).toEqual([
      { column: "Ingredients", from: "Whole *milk*, salt", to: "Raw *milk*, salt" },
    ]);
  });

  test.each([
    ["gold", "Contains", "gold is no allergen that a label names."],
    ["", "Contains", "The ingredients emphasise “milk”"],
  ])("an allergen that is %j is told at its column", async (contains, column, message) => {
    const stall = await aStall(world);
    const { body } = await stall.check(`${FOOD_HEAD}\n${cheese("A", contains)}`);
    const report = await stall.report(body.data._id);
    expect(report.docs[0]).toMatchObject({
      outcome: "wrong",
      errors: [{ column, message: expect.stringContaining(message) }],
    });
  });
});
