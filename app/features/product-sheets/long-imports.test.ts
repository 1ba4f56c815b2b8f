import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { MANY, longSheet } from "../../../tests/fixtures/long-sheets";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a long file", (world) => {
  longOnPostgres(world, "is taken over by a job once, and tells how far it is meanwhile", async () => {
    const { check, apply, report, products, token } = await aStall(world);
    const { _id } = (await check(longSheet())).body.data;
    expect((await apply(_id)).body.data).toMatchObject({ startedAt: expect.any(String), appliedAt: null, rows: MANY });
    expect((await apply(_id)).body.data).toMatchObject({ appliedAt: null, docs: [] });
    expect(await products()).toEqual([]);
    expect((await world.call("GET", `${PATH}/import`, { token })).body.data).toMatchObject([{ _id, appliedAt: null }]);
    await world.runner.drain();
    expect(await report(_id)).toMatchObject({ created: MANY, doneRows: 1000, appliedAt: expect.any(String) });
    expect(
      await world.services.db.selectFrom("jobs").select("_id").where("kind", "=", "products.import").execute(),
    ).toHaveLength(1);
  });
});
