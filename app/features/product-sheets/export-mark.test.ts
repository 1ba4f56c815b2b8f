import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { markOf, readMark } from "./export-mark.server";
import { FIELDS, type Cells } from "./sheet.server";

/** A stall with a crate of 44 on sale at 2.50, exported. */
async function aCrate(world: World) {
  const stall = await aStall(world);
  const { merchant, category, token } = stall;
  const product = await aProduct(world, {
    merchantId: merchant._id,
    categoryId: category._id,
    sku: "A",
    title: "Pears by the crate",
    description: "Picked at dawn and sold today.",
    quantity: 44,
  });
  const csv = await stall.exported();
  const path = `${PATH}/${product._id}`;
  const current = async () => (await world.call("GET", path, { token })).body.data;
  /** Saves some fields of the product as its editor does. */
  const edit = async (overrides: Record<string, unknown>) => {
    const { amount, category: own, discountedPrice: _price, ...rest } = await current();
    const body = { ...rest, amount: Number(amount).toFixed(2), category: own._id, ...overrides };
    const saved = await world.call("PUT", `${PATH}?product=${product._id}`, { token, body });
    expect(saved.status).toBe(200);
  };
  const sell = async (pieces: number) => bought(world, (await aUser(world)).token, [[product._id, pieces]]);
  const answer = (importId: string, body: object) =>
    world.call("PUT", `${PATH}/import/${importId}/answers`, { token, body });
  return { ...stall, product, csv, current, edit, sell, answer };
}

const withPrice = (csv: string, price: string) => csv.replace(",2.50,", `,${price},`);
const withStock = (csv: string, stock: string) => csv.replace(",44,", `,${stock},`);

test("a mark says nothing of another product that has the SKU now", () => {
  const cells = Object.fromEntries(FIELDS.map((field) => [field, field === "sku" ? "A" : "1"])) as Cells;
  const mark = markOf({ _id: "a".repeat(24), stockVersion: 2, quantity: 44 }, cells);
  expect(readMark(mark, { _id: "a".repeat(24), sku: "A" })).toMatchObject({ stockVersion: 2, quantity: 44 });
  expect(readMark(mark, { _id: "b".repeat(24), sku: "A" })).toBeNull();
  expect(readMark(mark, { _id: "a".repeat(24), sku: "B" })).toBeNull();
});

onBothDatabases("a spreadsheet that was exported, changed and comes back", (world) => {
  test("puts no sold goods back on sale when only a price was changed in it", async () => {
    const { product, csv, sell, check, apply, current } = await aCrate(world);
    await sell(3);
    const { _id, ...checked } = (await check(withPrice(csv, "3.00"))).body.data;
    expect(checked).toMatchObject({ changed: 1, docs: [{ changes: [{ column: "Price", from: "2.50", to: "3.00" }] }] });
    await sell(2);
    expect((await apply(_id)).body.data).toMatchObject({ changed: 1, appliedAt: expect.any(String) });
    expect([await stockOf(world, product._id), (await current()).amount]).toEqual([39, 3]);
  });

  test("counts a stock that was changed in it: what orders did since is applied on top", async () => {
    const { product, csv, sell, check, apply } = await aCrate(world);
    await sell(3);
    const { _id, ...checked } = (await check(withStock(csv, "34"))).body.data;
    expect(checked).toMatchObject({ changed: 1, questions: 0, docs: [{ changes: [{ from: "41", to: "31" }] }] });
    await sell(1);
    expect((await apply(_id)).status).toBe(200);
    expect(await stockOf(world, product._id)).toBe(30);
  });

  test.each([
    ["ours", 40],
    ["file", 34],
  ])("asks back where somebody else has counted since, and takes %s", async (choice, stock) => {
    const { product, csv, check, apply, answer, token } = await aCrate(world);
    await world.call("PUT", `${PATH}/stock`, { token, body: { products: [{ product: product._id, quantity: 40 }] } });
    const { _id, ...checked } = (await check(withStock(csv, "34"))).body.data;
    expect(checked).toMatchObject({
      questions: 1,
      docs: [{ questions: [{ code: "counted_meanwhile", answer: null }] }],
    });
    expect((await apply(_id)).body.error).toMatchObject([{ code: "import_has_questions" }]);
    const { question } = checked.docs[0].questions[0];
    expect((await answer(_id, { answers: [{ question, choice }] })).body.data).toMatchObject({ questions: 0 });
    expect((await apply(_id)).status).toBe(200);
    expect(await stockOf(world, product._id)).toBe(stock);
  });

  test("leaves alone what it did not change, and asks about a field that was changed on both sides", async () => {
    const { csv, edit, check, apply, answer, current } = await aCrate(world);
    await edit({ amount: "2.80", barcode: "777" });
    const other = (await check(csv)).body.data;
    expect(other).toMatchObject({ unchanged: 1, changed: 0, questions: 0 });
    const { _id, ...checked } = (await check(withPrice(csv, "3.00"))).body.data;
    expect(checked).toMatchObject({
      questions: 1,
      docs: [
        {
          questions: [
            {
              code: "changed_meanwhile",
              column: "Price",
              choices: [
                { choice: "ours", label: "2.80" },
                { choice: "file", label: "3.00" },
              ],
            },
          ],
        },
      ],
    });
    expect((await answer(_id, { all: [{ code: "changed_meanwhile", choice: "file" }] })).body.data).toMatchObject({
      questions: 0,
      changed: 1,
    });
    expect((await apply(_id)).status).toBe(200);
    expect(await current()).toMatchObject({ amount: 3, barcode: "777" });
  });

  test("an answer holds for the values that it was about", async () => {
    const { csv, edit, check, apply, answer, report, current } = await aCrate(world);
    await edit({ amount: "2.80" });
    const { _id } = (await check(withPrice(csv, "3.00"))).body.data;
    await answer(_id, { all: [{ code: "changed_meanwhile", choice: "file" }] });
    await edit({ amount: "2.90" });
    expect((await apply(_id)).body.error).toMatchObject([{ code: "import_outdated" }]);
    expect(await report(_id)).toMatchObject({ questions: 1, outdated: 1, docs: [{ isOutdated: true }] });
    expect((await current()).amount).toBe(2.9);
  });

  test("what a spreadsheet only spells otherwise was not changed", async () => {
    const { csv, sell, edit, check } = await aCrate(world);
    await sell(3);
    await edit({ amount: "2.80" });
    const spelt = withStock(withPrice(csv, "2.5"), "44.0")
      .replace(",yes,", ",TRUE,")
      .replace("Vegetables", "vegetables");
    expect(spelt).not.toBe(csv);
    expect((await check(spelt)).body.data).toMatchObject({ unchanged: 1, questions: 0, wrong: 0 });
  });

  test("a mark that is none, or another product's, counts for nothing", async () => {
    const { csv, check, sell } = await aCrate(world);
    await sell(3);
    const bare = csv.replace(/fs1 [^\r]*/, "v9 anything");
    expect((await check(bare)).body.data).toMatchObject({ docs: [{ questions: [{ code: "stock_may_be_old" }] }] });
    expect((await check(csv.replace("\r\nA,", "\r\nB,").replace(",Published,", ",Draft,"))).body.data).toMatchObject({
      created: 1,
      questions: 0,
    });
  });
});

onBothDatabases("a spreadsheet that does not say what was exported", (world) => {
  test("sets the stock as before, and asks where orders have moved it since it was last set", async () => {
    const { product, check, takeOver, sell, apply, answer } = await aCrate(world);
    expect((await takeOver("SKU,Quantity\nA,50\n")).body.data).toMatchObject({ changed: 1 });
    // Changes of the same millisecond have no order.
    world.clock.forward(1);
    await sell(3);
    const { _id, ...checked } = (await check("SKU,Quantity\nA,50\n")).body.data;
    expect(checked).toMatchObject({ questions: 1, docs: [{ questions: [{ code: "stock_may_be_old" }] }] });
    expect((await apply(_id)).body.error).toMatchObject([{ code: "import_has_questions" }]);
    await answer(_id, { all: [{ code: "stock_may_be_old", choice: "file" }] });
    await apply(_id);
    expect(await stockOf(world, product._id)).toBe(50);
  });
});

onBothDatabases("a preview that grew old", (world) => {
  test("is not taken over as it was: the rows that come out otherwise are marked, and a second look takes them", async () => {
    const { edit, check, apply, report, current, token } = await aCrate(world);
    const { _id, version } = (await check("SKU,Price\nA,3.00\n")).body.data;
    await edit({ amount: "2.80" });
    for (const query of ["", `?version=${version}`]) {
      const refusal = await world.call("POST", `${PATH}/import/${_id}/apply${query}`, { token });
      expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "import_outdated"]);
    }
    expect((await current()).amount).toBe(2.8);
    const anew = await report(_id);
    expect(anew).toMatchObject({ outdated: 1, docs: [{ isOutdated: true, changes: [{ from: "2.80", to: "3.00" }] }] });
    const taken = await world.call("POST", `${PATH}/import/${_id}/apply?version=${anew.version}`, { token });
    expect([taken.status, (await current()).amount]).toEqual([200, 3]);
    expect((await apply(_id)).body.data).toMatchObject({ changed: 1 });
  });
});

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

onBothDatabases("an import that is taken back", (world) => {
  test("leaves what it did not change, and what is sold before the press stays sold", async () => {
    const { product, csv, check, apply, takeBack, sell, edit, current } = await aCrate(world);
    const { _id } = (await check(withStock(csv, "40"))).body.data;
    await apply(_id);
    await edit({ amount: "2.80", quantityBefore: undefined });
    await sell(2);
    const back = (await takeBack(_id)).body.data;
    expect(back).toMatchObject({
      changed: 1,
      questions: 0,
      docs: [{ changes: [{ column: "Quantity", from: "38", to: "42" }] }],
    });
    await sell(1);
    expect((await apply(back._id)).status).toBe(200);
    expect([await stockOf(world, product._id), (await current()).amount]).toEqual([41, 2.8]);
  });
});
