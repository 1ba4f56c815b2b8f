import { expect, test } from "vitest";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { exportedProducts } from "./export.server";

const HEAD =
  "SKU,Title,Description,Price,Quantity,Barcode,Product category,Size,Net content,Price of a kilo or pound,Margin percent";
const line = (sku: string, price: string, size: string, content: string, kilo: string, margin: string) =>
  `${sku},Cheese from the hill,Cut from the wheel when you order it.,${price},12,4006381333931,Vegetables,${size},${content},${kilo},${margin}`;
const file = (...lines: string[]) => `${[HEAD, ...lines].join("\n")}\n`;

onBothDatabases("goods sold by weight in spreadsheets", (world) => {
  test("are made from the price of a kilo, the margin and the usual weight", async () => {
    const { token, takeOver, products } = await aStall(world);
    await takeOver(
      file(line("C-1", "", "Piece", "300 g", "20.00", "10"), line("C-2", "30.00", "Wheel", "2 kg", "", "")),
    );
    const [product] = await products();
    const { variants } = (await world.call("GET", `${PATH}/${product?._id}`, { token })).body.data;
    expect(variants).toMatchObject([
      { name: "Piece", amount: 6.6, weighed: { price: 20, margin: 10 } },
      { name: "Wheel", amount: 30 },
    ]);
    expect(variants[1].weighed ?? null).toBeNull();
  });

  test("come back unchanged from an export, and stay as they are in a file without their columns", async () => {
    const { merchant, takeOver, exported, check } = await aStall(world);
    await takeOver(file(line("C-1", "", "", "300 g", "20.00", "25")));
    expect((await check(await exported())).body.data).toMatchObject({ unchanged: 1, changed: 0, wrong: 0 });
    const stream = exportedProducts(world.services, merchant._id, "xlsx");
    const workbook = new Uint8Array(await new Response(stream).arrayBuffer());
    expect((await check(workbook, "products.xlsx")).body.data).toMatchObject({ unchanged: 1, changed: 0, wrong: 0 });
    const { body } = await check("SKU,Quantity\nC-1,13\n");
    expect(body.data.docs).toMatchObject([{ outcome: "changed", changes: [{ column: "Quantity" }] }]);
  });

  test("have another price a piece with another price of a kilo or another usual weight", async () => {
    const { takeOver, check } = await aStall(world);
    await takeOver(file(line("C-1", "", "", "300 g", "20.00", "10")));
    const changesOf = async (...values: [string, string, string, string]) =>
      (await check(file(line("C-1", values[0], "", values[1], values[2], values[3])))).body.data.docs[0].changes.map(
        ({ column, to }: { column: string; to: string }) => `${column} ${to}`,
      );
    expect(await changesOf("6.60", "300 g", "30.00", "10")).toEqual(["Price 9.90", "Price of a kilo or pound 30.00"]);
    expect(await changesOf("6.60", "600 g", "20.00", "10")).toEqual(["Price 13.20", "Net content 600 g"]);
    expect(await changesOf("6.60", "300 g", "", "")).toEqual(
      ["Price of a kilo or pound nothing", "Margin percent nothing"].map((text) => text.replace("nothing", "")),
    );
  });

  test.each([
    [line("C-1", "7.00", "", "300 g", "20.00", "10"), "Price", "D2"],
    [line("C-1", "", "", "", "20.00", "10"), "Net content", "I2"],
    [line("C-1", "", "", "3 pieces", "20.00", "10"), "Net content", "I2"],
    [line("C-1", "", "", "300 g", "20.00", "26"), "Margin percent", "K2"],
    [line("C-1", "6.60", "", "300 g", "", "10"), "Price of a kilo or pound", "J2"],
  ])("refuse %s", async (row, column, cell) => {
    const { check } = await aStall(world);
    expect((await check(file(row))).body.data.docs[0].errors).toMatchObject([{ column, cell }]);
  });
});
