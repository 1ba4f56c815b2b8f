import { expect } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { longTest } from "../../../tests/fixtures/long-test";
import { aStall, PATH, withoutMarks } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** As many rows as a file may have. */
const ROWS = isSample ? 100 : 10_000;
const HEAD =
  "SKU,Title,Description,Price,Discount percentage,VAT amount,Quantity,Barcode,Product category,Tags,Size,Net content,Price of a kilo or pound,Ingredients,Contains,Notice hours,Every year,Season from,Season to";

/** Rows of a product in one size, of one in two sizes, and of one that is weighed, repeated up to `count`. */
function rowsOf(count: number): string[] {
  const row = (at: number, product: number, cells: { price: string; size: string; content: string; kilo?: string }) =>
    [
      `R-${at}`,
      `Product ${product} of the hill`,
      "Grown with care and picked today.",
      cells.price,
      product % 5 === 0 ? "15" : "",
      cells.kilo ? "" : "0.10",
      at % 40,
      "4006381333931",
      "Vegetables",
      '"organic, fresh"',
      cells.size,
      cells.content,
      cells.kilo ?? "",
      '"Whole *milk*, salt"',
      "Milk",
      product % 7 === 0 ? "48" : "",
      product % 11 === 0 ? "yes,2026-05-01,2026-09-30" : ",,",
    ].join(",");
  const rows: string[] = [];
  for (let product = 0; rows.length < count; product += 1) {
    const at = rows.length;
    if (product % 3 === 0) rows.push(row(at, product, { price: "3.33", size: "", content: "250 g" }));
    else if (product % 3 === 1)
      rows.push(
        row(at, product, { price: "3.20", size: "Bag", content: "500 g" }),
        row(at + 1, product, { price: "24.15", size: "Sack", content: "5 kg" }),
      );
    else rows.push(row(at, product, { price: "", size: "", content: "300 g", kilo: "18.95" }));
  }
  return rows.slice(0, count);
}

const stored = ({ services: { db } }: World) =>
  Promise.all([
    db.selectFrom("products").selectAll().orderBy("_id").execute(),
    db.selectFrom("variants").selectAll().orderBy("_id").execute(),
    db.selectFrom("productFood").selectAll().orderBy("productId").execute(),
    db.selectFrom("stockChanges").selectAll().orderBy("_id").execute(),
  ]);

onBothDatabases("a file of as many rows as it may have, with sizes, food and weighed goods", (world) => {
  longTest("comes back from its export as no change, as CSV and as a workbook", async () => {
    const { token, check, apply, report } = await aStall(world);
    const takenOver = async (file: string | Uint8Array, name: string) => {
      const { body } = await check(file, name);
      const { status, body: answer } = await apply(body.data._id);
      expect([status, answer.error]).toEqual([200, undefined]);
      await world.runner.drain();
      return { checked: body.data, done: await report(body.data._id) };
    };
    const { checked, done } = await takenOver([HEAD, ...rowsOf(ROWS)].join("\n"), "products.csv");
    expect([checked.docs[0]?.errors, checked.unknownColumns, done.problem]).toEqual([[], [], ""]);
    expect(done).toMatchObject({ created: ROWS, wrong: 0, appliedAt: expect.any(String) });
    const before = await stored(world);
    expect(before[1]).toHaveLength(ROWS);
    const [products] = before;
    const counts = [1, 2].map((sizes) => products.filter(({ variantCount }) => variantCount === sizes).length > 20);
    const hasWeighed = products.some(({ unitPriceCents }) => unitPriceCents === 1895);
    expect([...counts, hasWeighed]).toEqual([true, true, true]);

    const exported = async (format: string) => {
      const address = `/api/v1${PATH}/export?format=${format}`;
      const file = await world.api.request(address, { headers: { Authorization: token } });
      return new Uint8Array(await file.arrayBuffer());
    };
    const csv = await exported("csv");
    const files: [string, Uint8Array | string][] = [
      ["products.csv", csv],
      ["without-marks.csv", withoutMarks(new TextDecoder().decode(csv))],
      ["products.xlsx", await exported("xlsx")],
    ];
    for (const [name, file] of files) {
      const again = await takenOver(file, name);
      const nothing = { unchanged: ROWS, changed: 0, created: 0, deleted: 0, wrong: 0, questions: 0 };
      expect([name, again.checked, again.done]).toMatchObject([name, nothing, nothing]);
      expect(again.done.appliedAt).not.toBeNull();
    }
    expect(await stored(world)).toEqual(before);
  });
});
