import { expect, test } from "vitest";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";
const COLUMNS = "Season from,Season to,Every year,Notice hours";

onBothDatabases("season and notice in spreadsheets", (world) => {
  async function aStallWith(cells: string) {
    const stall = await aStall(world);
    await stall.takeOver(`${HEAD},${COLUMNS}\n${row("PEAS-1")},${cells}`);
    const product = async () => (await world.call("GET", PATH, { token: stall.token })).body.data.docs[0];
    return { stall, product };
  }

  test("are columns that an export has, and taking it back changes nothing", async () => {
    const { stall, product } = await aStallWith("2026-11-01,2027-02-28,yes,48");
    const season = { from: "2026-11-01", until: "2027-02-28", yearly: true };
    expect(await product()).toMatchObject({ season, noticeHours: 48 });
    const csv = await stall.exported();
    expect(csv).toContain("2026-11-01,2027-02-28,yes,48");
    expect((await stall.check(csv)).body.data).toMatchObject({ unchanged: 1, changed: 0, wrong: 0, questions: 0 });
  });

  test("stay where a file does not have them, and go with empty cells", async () => {
    const { stall, product } = await aStallWith("2026-05-01,2026-06-24,no,12");
    await stall.takeOver("SKU,Quantity\nPEAS-1,7");
    const season = { from: "2026-05-01", until: "2026-06-24", yearly: false };
    expect(await product()).toMatchObject({ season, noticeHours: 12, quantity: 7 });
    await stall.takeOver(`SKU,${COLUMNS}\nPEAS-1,,,,`);
    expect(await product()).toMatchObject({ noticeHours: 0 });
    expect(await product()).not.toHaveProperty("season");
  });

  test.each([
    ["2026-05-01,,no,", "Season to"],
    ["1 May,2026-06-01,no,", "Season from"],
    ["2026-05-02,2026-05-01,no,", "Season to"],
    [",,maybe,", "Every year"],
    [",,,two", "Notice hours"],
    [",,,721", "Notice hours"],
  ])("%s is refused at its column", async (cells, column) => {
    const stall = await aStall(world);
    const { body } = await stall.check(`${HEAD},${COLUMNS}\n${row("PEAS-1")},${cells}`);
    const [report] = (await stall.report(body.data._id)).docs;
    expect(report?.errors.map((error: { column: string }) => error.column)).toEqual([column]);
  });
});
