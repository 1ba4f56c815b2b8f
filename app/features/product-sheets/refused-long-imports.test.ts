import { expect, test } from "vitest";
import { longSheet } from "../../../tests/fixtures/long-sheets";
import { aStall } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a long file", (world) => {
  test("with an error is refused at once", async () => {
    const { check, apply } = await aStall(world);
    const { _id } = (await check(longSheet("free"))).body.data;
    expect((await apply(_id)).body.error).toMatchObject([{ code: "import_not_valid" }]);
  });
});
