import { expect, test } from "vitest";
import { aCrate, withPrice, withStock } from "../../../tests/fixtures/exported-crate";
import { stockOf } from "../../../tests/fixtures/shop";
import { PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { markOf, readMark } from "./export-mark.server";
import { FIELDS, type Cells } from "./sheet.server";

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
