import { expect } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { MANY, longSheet } from "../../../tests/fixtures/long-sheets";
import { aStall, PATH } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a long file", (world) => {
  longTest("that has become impossible says why, changes nothing, and can be pressed again", async () => {
    const { merchant, category, check, apply, report, db } = await aStall(world);
    const { _id } = (await check(longSheet())).body.data;
    await apply(_id);
    await db.deleteFrom("storeCategories").where("userId", "=", merchant._id).execute();
    await world.runner.drain();
    expect(await report(_id)).toMatchObject({
      problem: expect.stringMatching(/Nothing was changed/),
      problemCode: "import_outdated",
      appliedAt: null,
      wrong: MANY,
    });
    await db.insertInto("storeCategories").values({ userId: merchant._id, categoryId: category._id }).execute();
    const { token } = merchant;
    expect((await world.call("GET", `${PATH}/import`, { token })).body.data).toMatchObject([
      { problemCode: "import_outdated" },
    ]);
    expect((await apply(_id)).body.data).toMatchObject({ problem: "", problemCode: "" });
    await world.runner.drain();
    expect(await report(_id)).toMatchObject({
      created: MANY,
      problem: "",
      problemCode: "",
      appliedAt: expect.any(String),
    });
  });
});
