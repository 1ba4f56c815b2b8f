import { expect, test } from "vitest";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { PATH } from "../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { products } from "./content/products";

onBothDatabases("the products of the whole demo", (world) => {
  test("an export of each stall, imported as it is, changes nothing", async () => {
    const { db } = world.services;
    const { merchants } = await fillGoods(world);
    const stored = () =>
      Promise.all([
        db.selectFrom("products").selectAll().orderBy("_id").execute(),
        db.selectFrom("stockChanges").selectAll().execute(),
        db.selectFrom("productRevisions").selectAll().execute(),
      ]);
    const before = await stored();
    let rows = 0;
    for (const merchantId of merchants.values()) {
      const token = await issueToken(db, world.services, merchantId);
      const csv = (await world.call("GET", `${PATH}/export`, { token })).body as string;
      const form = new FormData();
      form.set("file", new File([csv], "products.csv"));
      const { body } = await world.call("POST", `${PATH}/import`, { token, form });
      const { _id, ...report } = body.data;
      expect(report).toMatchObject({
        unchanged: report.rows,
        created: 0,
        changed: 0,
        deleted: 0,
        wrong: 0,
        questions: 0,
      });
      await world.call("POST", `${PATH}/import/${_id}/apply`, { token });
      rows += report.rows as number;
    }
    expect(rows).toBe(products.length + products.flatMap(({ sizes = [] }) => sizes).length);
    expect(await stored()).toEqual(before);
  });
});
