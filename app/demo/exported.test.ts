import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { aUser } from "../../tests/fixtures/shop";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { PATH, withoutMarks } from "../../tests/fixtures/spreadsheets";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { products } from "./content/products";

const SIZES = products.flatMap(({ sizes = [] }) => sizes).length;

onBothDatabases("the products of the whole demo", (world) => {
  for (const [label, format, isMarked] of [
    ["CSV", "csv", true],
    ["a workbook", "xlsx", true],
    ["CSV without its marks", "csv", false],
  ] as const)
    longTest(`an export of each stall as ${label}, imported, changes nothing`, async () => {
      const { db } = world.services;
      const { merchants } = await fillGoods(world);
      const storedProducts = () =>
        Promise.all([
          db.selectFrom("products").selectAll().orderBy("_id").execute(),
          db.selectFrom("variants").selectAll().orderBy("_id").execute(),
          db.selectFrom("productFood").selectAll().orderBy("productId").execute(),
          db.selectFrom("productImages").selectAll().orderBy("productId").orderBy("position").execute(),
          db.selectFrom("pastPrices").selectAll().execute(),
          db.selectFrom("stockChanges").selectAll().execute(),
          db.selectFrom("productRevisions").selectAll().execute(),
        ]);
      const exportedProducts = await storedProducts();
      const [, sizes, food] = exportedProducts;
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
      expect(await storedProducts()).toEqual(exportedProducts);
    });

  longTest("an export of each stall, imported as drafts into an empty stall, makes the same goods", async () => {
    const { db } = world.services;
    const { merchants } = await fillGoods(world);
    for (const merchantId of merchants.values()) {
      const token = await issueToken(db, world.services, merchantId);
      const csv = (await world.call("GET", `${PATH}/export`, { token })).body as string;
      const [head = [], ...rows]: string[][] = parse(withoutMarks(csv));
      const drafts = rows.map((cells) => cells.map((cell, at) => (head[at] === "Status" ? "Draft" : cell)));
      const empty = await aUser(world, { privilege: "merchant" });
      const categories = await db.selectFrom("storeCategories").selectAll().where("userId", "=", merchantId).execute();
      await db
        .insertInto("storeCategories")
        .values(categories.map((category) => ({ ...category, userId: empty._id })))
        .execute();
      const form = new FormData();
      form.set("file", new File([stringify([head, ...drafts])], "products.csv"));
      const { body } = await world.call("POST", `${PATH}/import`, { token: empty.token, form });
      expect(body.data).toMatchObject({ created: rows.length, wrong: 0, questions: 0, unknownColumns: [] });
      const applied = await world.call("POST", `${PATH}/import/${body.data._id}/apply`, { token: empty.token });
      expect(applied.status).toBe(200);
      expect(await goodsOf(world, empty._id)).toEqual(await goodsOf(world, merchantId));
    }
  });
});

/** A stall's goods as they are stored, without ids and times. */
async function goodsOf({ services: { db } }: World, merchantId: string) {
  const products = await db
    .selectFrom("products as p")
    .leftJoin("productFood as f", "f.productId", "p._id")
    .select(["p.title", "p.description", "p.discountPercent", "p.taxClass", "p.measurement", "p.tags", "p.variations"])
    .select(["p.categoryId", "p.isPhysical", "p.seasonFrom", "p.seasonUntil", "p.seasonYearly", "p.noticeHours"])
    .select(["p.foodLabels", "p.foodWithout", "p.foodOrigin", "f.food", "p.variantCount"])
    .where("p.merchantId", "=", merchantId)
    .orderBy("p.title")
    .execute();
  const sizes = await db
    .selectFrom("variants")
    .select(["sku", "barcode", "name", "position", "amountCents", "priceCents", "vatCents", "quantity"])
    .select(["contentMilli", "contentUnit", "drainedMilli", "drainedUnit"])
    .select(["unitPriceCents", "weightUnit", "marginPercent"])
    .where("merchantId", "=", merchantId)
    .orderBy("sku")
    .execute();
  const read = (json: string | null): unknown => JSON.parse(json ?? "null");
  return {
    products: products.map(({ food, measurement, ...row }) => ({
      ...row,
      food: read(food),
      measurement: read(measurement),
    })),
    sizes,
  };
}
