import { expect, test } from "vitest";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** A stall with two drafts: one in two sizes and one in one size. */
async function oatsAndRye(world: World) {
  const stall = await aStall(world);
  await stall.takeOver(`${HEAD},Net content\n${row("OAT-1")},500 g\n${row("RYE-1")},1 kg`);
  const products = async () => (await world.call("GET", PATH, { token: stall.token })).body.data.docs as any[];
  const oats = (await products()).find(({ sku }) => sku === "OAT-1");
  const { category, ...rest } = oats;
  const sack = {
    name: "5 kg sack",
    sku: "OAT-5",
    barcode: "295",
    amount: "24.00",
    quantity: 2,
    content: { amount: 5, unit: "kg" },
  };
  const body = {
    ...rest,
    category: category._id,
    image: [],
    variants: [{ ...oats.variants[0], name: "500 g bag" }, sack],
  };
  expect((await world.call("PUT", `${PATH}?product=${oats._id}`, { token: stall.token, body })).status).toBe(200);
  const sizes = async () => (await products()).find(({ _id }) => _id === oats._id).variants;
  return { stall, sizes };
}

onBothDatabases("sizes in spreadsheets", (world) => {
  test("a size is a row, beside the others of its product, and comes back as no change", async () => {
    const { stall, sizes } = await oatsAndRye(world);
    const csv = await stall.exported();
    const rows = csv
      .split("\r\n")
      .map((line) => /^"?([A-Z]{3}-\d)/.exec(line)?.[1])
      .filter(Boolean);
    expect(rows.toSorted()).toEqual(["OAT-1", "OAT-5", "RYE-1"]);
    expect(Math.abs(rows.indexOf("OAT-1") - rows.indexOf("OAT-5"))).toBe(1);
    const before = await sizes();
    const { body } = await stall.check(csv);
    expect(body.data).toMatchObject({ unchanged: 3, changed: 0, created: 0, wrong: 0, questions: 0 });
    expect(await sizes()).toEqual(before);
  });

  test("a changed row changes its size alone; a file from before, without sizes, is read as it was", async () => {
    const { stall, sizes } = await oatsAndRye(world);
    await stall.takeOver(`SKU,Price,Net content,Size\nOAT-5,22.00,"4,5 kg",Small sack`);
    expect(await sizes()).toMatchObject([
      { name: "500 g bag", content: { amount: 500, unit: "g" } },
      { name: "Small sack", amount: 22, quantity: 2, content: { amount: 4.5, unit: "kg" } },
    ]);
    await stall.takeOver("SKU,Quantity\nOAT-1,7\nOAT-5,1");
    expect((await sizes()).map(({ quantity }: { quantity: number }) => quantity)).toEqual([7, 1]);
  });

  test.each([
    ["OAT-5,500 G BAG,5 kg", "Size", "Another size has this name."],
    ["OAT-5,,5 kg", "Size", "This cell is empty. Write what the size is called, such as 5 kg."],
    [
      "RYE-1,Loaf,1 kg",
      "Size",
      "A product with one size has no name for it. Rows of its other sizes stand right below each other, under the same title.",
    ],
    ["RYE-1,,a handful", "Net content", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ])("%s is told at its column", async (cells, column, message) => {
    const { stall } = await oatsAndRye(world);
    const { body } = await stall.check(`SKU,Size,Net content\n${cells}`);
    expect((await stall.report(body.data._id)).docs[0]).toMatchObject({
      outcome: "wrong",
      errors: [{ column, message }],
    });
  });
});
