import { expect, test } from "vitest";
import { aCrate } from "../../../tests/fixtures/exported-crate";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const BEANS = "Field beans from the hill,Picked in the morning and packed by noon.";
const TITLES = "SKU,Title,Description,Price,Quantity,Barcode,Product category";
const sheet = (line: string, titles = TITLES) => `${titles}\r\n${line}\r\n`;

onBothDatabases("what a spreadsheet is known to spoil", (world) => {
  test("a SKU without its zeros is asked about, and is the product that it was", async () => {
    const { takeOver, check, apply, products, answer } = await aCrate(world);
    await takeOver(sheet(`00123,${BEANS},3.50,12,012345678905,Vegetables`));
    const lost = sheet(`123,${BEANS},3.75,12,12345678905,Vegetables`);
    const { _id, ...checked } = (await check(lost)).body.data;
    expect(checked.docs[0].questions).toMatchObject(
      [
        { code: "zeros_lost", column: "SKU", message: /00123/ },
        { code: "zeros_lost", column: "Barcode", message: /012345678905/ },
      ].map(({ message, ...rest }) => ({ ...rest, message: expect.stringMatching(message) })),
    );
    await answer(_id, { all: [{ code: "zeros_lost", choice: "zeros" }] });
    expect((await apply(_id)).body.data).toMatchObject({ created: 0, changed: 1 });
    expect((await products()).filter(({ sku }) => sku.endsWith("123"))).toMatchObject([
      { sku: "00123", amount: 3.75, barcode: "012345678905" },
    ]);
    const second = (await check(lost)).body.data;
    await answer(second._id, { all: [{ code: "zeros_lost", choice: "file" }] });
    await answer(second._id, { all: [{ code: "zeros_lost", choice: "file" }] });
    expect((await apply(second._id)).body.data).toMatchObject({ created: 1 });
    expect((await products()).map(({ sku }) => sku)).toContain("123");
  });

  test("a shortened barcode is refused with what to do", async () => {
    const { check } = await aStall(world);
    expect((await check(sheet(`S-SCI,${BEANS},3.50,12,4.00638E+12,Vegetables`))).body.data).toMatchObject({
      wrong: 1,
      docs: [{ errors: [{ column: "Barcode", message: expect.stringMatching(/Format the column as text/) }] }],
    });
  });

  test.each([
    ["4E+12", "looks_like_number"],
    ["Mar-05", "looks_like_date"],
    ["5. Mai", "looks_like_date"],
    ["01.02.2026", "looks_like_date"],
    ["2026-02-01", "looks_like_date"],
  ])("the SKU %s is asked about", async (sku, code) => {
    const { check, apply, answer } = await aCrate(world);
    const { _id, docs } = (await check(sheet(`${sku},${BEANS},3.50,12,4006381333931,Vegetables`))).body.data;
    expect(docs).toMatchObject([{ questions: [{ code, choices: [{ choice: "file" }] }] }]);
    await answer(_id, { all: [{ code, choice: "file" }] });
    expect((await apply(_id)).body.data).toMatchObject({ created: 1 });
  });

  test.each([
    ["12.0", 12],
    ['"1,000"', 1000],
    ["1 000", 1000],
  ])("the quantity %s is %d", async (cell, quantity) => {
    const { takeOver, products } = await aStall(world);
    await takeOver(sheet(`S-Q,${BEANS},3.50,${cell},4006381333931,Vegetables`));
    expect(await products()).toMatchObject([{ quantity }]);
  });

  test("a discount of 15% is one of 15", async () => {
    const { takeOver, products } = await aStall(world);
    await takeOver(sheet(`S-PCT,${BEANS},3.50,12,4006381333931,Vegetables,15%`, `${TITLES},Discount`));
    expect(await products()).toMatchObject([{ discountPercentage: 15 }]);
  });

  test.each([
    ["decimal", 1.25],
    ["thousand", 1250],
  ])("1.250 is a question: as %s it is %d", async (choice, amount) => {
    const { check, apply, answer, products } = await aCrate(world);
    const { _id, docs } = (await check(sheet(`S-TWO,${BEANS},1.250,1.250,4006381333931,Vegetables`))).body.data;
    expect(docs[0].questions).toMatchObject([
      { column: "Price", choices: [{ label: "1250" }, { label: "1.25" }] },
      { column: "Quantity", choices: [{ choice: "thousand", label: "1250" }] },
    ]);
    await answer(_id, { all: [{ code: "thousand_or_decimal", choice }] });
    await answer(_id, { all: [{ code: "thousand_or_decimal", choice: "thousand" }] });
    await apply(_id);
    expect((await products()).filter(({ sku }) => sku === "S-TWO")).toMatchObject([{ amount, quantity: 1250 }]);
  });

  test("a new row shows its values", async () => {
    const { check } = await aStall(world);
    const { docs } = (await check(`${HEAD}\n${row("A", { price: "4.25" })}\n`)).body.data;
    expect(docs[0].changes).toContainEqual({ column: "Price", from: "", to: "4.25" });
    expect(docs[0].changes).toContainEqual({ column: "Barcode", from: "", to: "29" });
  });
});
