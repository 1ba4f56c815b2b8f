import { expect, test } from "vitest";
import { aCrate, withStock } from "../../../tests/fixtures/exported-crate";
import { stockOf } from "../../../tests/fixtures/shop";
import { PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

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
    const applied = await world.call("POST", `${PATH}/import/${_id}/apply?version=${anew.version}`, { token });
    expect([applied.status, (await current()).amount]).toEqual([200, 3]);
    expect((await apply(_id)).body.data).toMatchObject({ changed: 1 });
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
