import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";
const SEASON = { from: "2026-11-01", until: "2027-02-28", yearly: true };

async function aKale(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { _id } = await aProduct(world, { merchantId: merchant._id, title: "Curly kale" });
  const product = async () =>
    (await world.call("GET", `${PATH}/${_id}`, { token: merchant.token })).body.data as Record<string, any>;
  const save = async (changes: object) => {
    const { category, season: _season, noticeHours: _notice, ...rest } = await product();
    const body = { ...rest, category: category._id, image: [], ...changes };
    return world.call("PUT", `${PATH}?product=${_id}`, { token: merchant.token, body });
  };
  return { _id, product, save };
}

onBothDatabases("season and notice of a product", (world) => {
  test("change at once on a product that is on sale, and wait for nobody's review", async () => {
    const { _id, product, save } = await aKale(world);
    expect((await save({ season: SEASON, noticeHours: 48 })).status).toBe(200);
    expect(await product()).toMatchObject({ season: SEASON, noticeHours: 48, availType: "published" });
    expect(await product()).not.toHaveProperty("waiting");
    const { body } = await world.call("GET", `/product/general/${_id}`);
    expect(body.data).toMatchObject({ season: { ...SEASON, isOpen: false, backOn: "2026-11-01" }, noticeHours: 48 });
  });

  test("stay where a payload does not name them, and end where it says so", async () => {
    const { product, save } = await aKale(world);
    await save({ season: SEASON, noticeHours: 48 });
    await save({ quantity: 3 });
    expect(await product()).toMatchObject({ season: SEASON, noticeHours: 48 });
    await save({ season: null, noticeHours: 0 });
    expect(await product()).not.toHaveProperty("season");
    expect(await product()).toMatchObject({ noticeHours: 0 });
  });

  test.each([
    [{ season: { from: "2026-05-02", until: "2026-05-01" } }, "season.until"],
    [{ season: { from: "2026-02-30", until: "2026-05-01" } }, "season.from"],
    [{ season: { until: "2026-05-01" } }, "season.from"],
    [{ season: { from: "", until: "" } }, "season.from"],
    [{ season: { from: "2026-05-01", until: "2027-05-01", yearly: true } }, "season.until"],
    [{ noticeHours: 721 }, "noticeHours"],
    [{ noticeHours: 1.5 }, "noticeHours"],
    [{ noticeHours: -1 }, "noticeHours"],
  ])("%j is refused at its field", async (changes, field) => {
    const { save } = await aKale(world);
    const { status, body } = await save(changes);
    expect([status, body.error.map((error: any) => error.field)]).toEqual([422, [field]]);
  });
});
