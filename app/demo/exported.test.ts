import { expect, test } from "vitest";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { PATH, withoutMarks } from "../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { products } from "./content/products";

const SIZES = products.flatMap(({ sizes = [] }) => sizes).length;

onBothDatabases("the products of the whole demo", (world) => {
  test.each([
    ["CSV", "csv", true],
    ["a workbook", "xlsx", true],
    ["CSV without its marks", "csv", false],
  ])("an export of each stall as %s, imported, changes nothing", async (_, format, isMarked) => {
    const { db } = world.services;
    const { merchants } = await fillGoods(world);
    const stored = () =>
      Promise.all([
        db.selectFrom("products").selectAll().orderBy("_id").execute(),
        db.selectFrom("variants").selectAll().orderBy("_id").execute(),
        db.selectFrom("productFood").selectAll().orderBy("productId").execute(),
        db.selectFrom("productImages").selectAll().orderBy("productId").orderBy("position").execute(),
        db.selectFrom("pastPrices").selectAll().execute(),
        db.selectFrom("stockChanges").selectAll().execute(),
        db.selectFrom("productRevisions").selectAll().execute(),
      ]);
    const before = await stored();
    const [, sizes, food] = before;
    expect([sizes.length, sizes.filter(({ unitPriceCents }) => unitPriceCents !== null).length > 4]).toEqual([
      products.length + SIZES,
      true,
    ]);
    expect(food).toHaveLength(products.length);
    let rows = 0;
    for (const merchantId of merchants.values()) {
      const token = await issueToken(db, world.services, merchantId);
      const file = await world.api.request(`/api/v1${PATH}/export?format=${format}`, {
        headers: { Authorization: token },
      });
      const form = new FormData();
      form.set(
        "file",
        new File([isMarked ? await file.blob() : withoutMarks(await file.text())], `products.${format}`),
      );
      const { body } = await world.call("POST", `${PATH}/import`, { token, form });
      const { _id, ...report } = body.data;
      expect(report).toMatchObject({
        unchanged: report.rows,
        created: 0,
        changed: 0,
        deleted: 0,
        wrong: 0,
        questions: 0,
        unknownColumns: [],
      });
      await world.call("POST", `${PATH}/import/${_id}/apply`, { token });
      rows += report.rows as number;
    }
    expect(rows).toBe(products.length + SIZES);
    expect(await stored()).toEqual(before);
  });
});
