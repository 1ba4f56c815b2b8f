import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { withDecimalPoint } from "./decode-sheet.server";

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
const CREAM = `${HEAD}\n${row("A", { title: "Crème fraîche by the jar" })}\n`;

onBothDatabases("spreadsheets as Excel and LibreOffice save them", (world) => {
  test.each([
    ["UTF-8", Buffer.from(CREAM), ""],
    ["UTF-16", utf16(CREAM), "UTF-16"],
    ["UTF-16, the other way round", utf16(CREAM, true), "UTF-16"],
    ["Windows-1252", Buffer.from(CREAM, "latin1"), "Windows-1252"],
  ])("are read in %s", async (_, bytes, encoding) => {
    const { check, apply, products } = await aStall(world);
    const checked = await check(new Uint8Array(bytes));
    expect(checked.body.data).toMatchObject({ created: 1, wrong: 0, encoding });
    await apply(checked.body.data._id);
    expect(await products()).toMatchObject([{ title: "Crème fraîche by the jar" }]);
  });

  test("are read with a comma before the decimals", async () => {
    const { takeOver, token } = await aStall(world);
    const head = "SKU;Title;Description;Price;Quantity;Barcode;Product category;Weight";
    await takeOver(`${head}\nA;Sweet corn, four cobs;Picked at dawn and sold today.;1.234,50;5;29;Vegetables;0,75\n`);
    const { docs } = (await world.call("GET", PATH, { token })).body.data;
    expect(docs).toMatchObject([{ amount: 1234.5 }]);
    const one = (await world.call("GET", `${PATH}/${docs[0]._id}`, { token })).body.data;
    expect(one.measurement.weight).toBe(0.75);
  });
});

test.each([
  ["3,50", "3.50"],
  ["3,5", "3.5"],
  ["1.234,50", "1234.50"],
  ["1,234.50", "1234.50"],
  ["12\u00a0345,60", "12345.60"],
  ["1'234.50", "1234.50"],
  ["$3.50", "3.50"],
  ["$ 1,234.50", "1234.50"],
])("the figure %j is read as %j", (cell, figure) => {
  expect(withDecimalPoint(cell)).toBe(figure);
});

test.each(["1,250", "1.2.3", "3.50", "a,5", "", "1,23,45"])("the figure %j is left as it is", (cell) => {
  expect(withDecimalPoint(cell)).toBe(cell);
});

onBothDatabases("a file with products of both kinds", (world) => {
  test("adds the new ones and changes the others, which keep what the file says nothing of", async () => {
    const { check, apply, takeOver, products, token } = await aStall(world);
    await takeOver(`${HEAD}\n${row("A")}\n`);
    const [{ _id } = { _id: "" }] = await products();
    const body = { products: [{ product: _id, lowStockAt: 4 }] };
    await world.call("PUT", `${PATH}/stock`, { token, body });
    const checked = await check(`${HEAD}\n${row("A", { price: "4.50" })}\n${row("B")}\n`);
    const applied = await apply(checked.body.data._id);
    expect([applied.status, applied.body.data]).toMatchObject([200, { created: 1, changed: 1 }]);
    const importedProducts = (await products()).toSorted((first, second) => first.sku.localeCompare(second.sku));
    expect(importedProducts).toMatchObject([
      { sku: "A", amount: 4.5, lowStockAt: 4 },
      { sku: "B", amount: 3.5, lowStockAt: null },
    ]);
  });
});

onBothDatabases("an import that was a mistake", (world) => {
  test("is taken back as a whole once it was looked at; what was sold since stays sold", async () => {
    const { merchant, category, check, apply, report, takeBack, products, takeOver } = await aStall(world);
    const onSale = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      sku: "OLD",
      title: "Pears of old",
      quantity: 10,
      amountCents: 400,
    });
    await takeOver(`${HEAD}\n${row("KEPT")}\n`);
    const { _id } = (await check("SKU,Price,Quantity\nOLD,9.00,40\n")).body.data;
    const made = (await check(`${HEAD}\n${row("NEW")}\n`)).body.data._id as string;
    await apply(_id);
    await apply(made);
    await bought(world, (await aUser(world)).token, [[onSale._id, 3]]);

    const back = (await takeBack(_id)).body.data;
    expect(back).toMatchObject({ takesBack: _id, changed: 1, docs: [{ sku: "OLD", changes: expect.any(Array) }] });
    expect(await stockOf(world, onSale._id)).toBe(37);
    expect((await apply(back._id)).body.data).toMatchObject({ changed: 1, appliedAt: expect.any(String) });
    expect(await stockOf(world, onSale._id)).toBe(7);
    expect((await report(_id)).takenBackAt).toEqual(expect.any(String));
    expect((await takeBack(_id)).body.error).toMatchObject([{ code: "not_taken_back" }]);

    const gone = (await takeBack(made)).body.data;
    expect(gone).toMatchObject({ deleted: 1, changed: 0, docs: [{ sku: "NEW", outcome: "deleted" }] });
    await apply(gone._id);
    expect((await products()).map(({ sku }) => sku).toSorted()).toEqual(["KEPT", "OLD"]);
    expect(await products()).toContainEqual(expect.objectContaining({ sku: "OLD", amount: 4 }));
  });

  test("puts nothing back on sale without review", async () => {
    const { merchant, category, check, apply, takeBack, products } = await aStall(world);
    await aProduct(world, { merchantId: merchant._id, categoryId: category._id, sku: "A" });
    const { _id } = (await check("SKU,Status\nA,Draft\n")).body.data;
    await apply(_id);
    await apply((await takeBack(_id)).body.data._id);
    expect(await products()).toMatchObject([{ sku: "A", availType: "in-review" }]);
  });

  test("is no other merchant's to take back, nor one that was only checked", async () => {
    const { check, apply, takeBack } = await aStall(world);
    const { _id } = (await check(`${HEAD}\n${row("A")}\n`)).body.data;
    expect((await takeBack(_id)).body.error).toMatchObject([{ code: "not_taken_back" }]);
    await apply(_id);
    const stranger = await aUser(world, { privilege: "merchant" });
    const answer = await world.call("POST", `${PATH}/import/${_id}/take-back`, { token: stranger.token });
    expect([answer.status, answer.body.error[0].code]).toEqual([404, "unknown_import"]);
  });

  test("a spreadsheet of one's own deletes nothing, whatever its column is called", async () => {
    const { takeOver, check, products } = await aStall(world);
    await takeOver(`${HEAD}\n${row("A")}\n`);
    expect((await check("SKU,Delete\nA,yes\n")).body.data).toMatchObject({
      deleted: 0,
      unchanged: 1,
      unknownColumns: ["Delete"],
    });
    expect(await products()).toHaveLength(1);
  });
});
