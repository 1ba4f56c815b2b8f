import { expect, test } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { everythingStored, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a spreadsheet that is no good", (world) => {
  test("what no text has in it is refused, in the file and in its name", async () => {
    const { check } = await aStall(world);
    expect((await check(`${HEAD}\n${row("A\0B")}`)).body.error).toMatchObject([{ code: "not_utf8" }]);
    expect((await check(`${HEAD}\n${row("A")}`, "my\0 pro\nducts.csv")).body.data.fileName).toBe("my products.csv");
  });

  longOnPostgres(world, "a file that cannot be understood is refused in a sentence, and nothing is kept", async () => {
    const { check } = await aStall(world);
    const before = await everythingStored(world);
    const cases: [string | Uint8Array, number, string][] = [
      ["", 422, "no_sku_column"],
      ["Title,Price\nCorn,2.00\n", 422, "no_sku_column"],
      [`${HEAD}\n`, 422, "empty_csv"],
      [`SKU,Price,price\nA,1.00,2.00\n`, 422, "unreadable_csv"],
      [`${HEAD}\nA,"Half a cell\n`, 422, "unreadable_csv"],
      [new Uint8Array([83, 75, 85, 10, 0x81, 0]), 422, "not_utf8"],
      [`${HEAD}\n${`${row("A")}\n`.repeat(10_001)}`, 422, "unreadable_csv"],
      [`SKU\n${"x".repeat(5 * 1024 * 1024)}`, 413, "file_too_large"],
    ];
    for (const [csv, status, code] of cases) {
      const refusal = await check(csv);
      expect([code, refusal.status, refusal.body.error[0]]).toMatchObject([
        code,
        status,
        { code, message: expect.stringMatching(/^[A-Z].{10,200}\.$/) },
      ]);
    }
    expect(await everythingStored(world)).toBe(before);
  });
});
