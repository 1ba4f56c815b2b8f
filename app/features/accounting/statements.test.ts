import fc from "fast-check";
import { expect, test } from "vitest";
import type { LedgerRow } from "~/platform/database/tables";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { booked } from "../../../tests/fixtures/ledger";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { entryDays } from "./statement-days.server";
import type { Statement, StatementList } from "./statement-schema";

const AT = "/product/payment/merchant/statements";
const cents = (dollars: number) => Math.round(dollars * 100);
const get = async <Data>(world: World, token: string, path = "") =>
  (await world.call("GET", `${AT}${path}`, { token })).body.data as Data;

/** Rows of a statement's CSV without its title. */
async function csvOf(world: World, token: string, month: string): Promise<string[][]> {
  const { body } = await world.call("GET", `${AT}/${month}/csv`, { token });
  return (body as string)
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
}

const entry = fc.tuple(
  fc
    .date({ min: new Date("2024-11-30T00:00:00Z"), max: new Date("2026-03-02T11:59:59Z"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom<LedgerRow["kind"]>("sale", "delivery", "refund", "dispute", "fee", "payout", "cash"),
  fc.integer({ min: -99_999, max: 99_999 }),
);

onBothDatabases("a merchant's statements", (world) => {
  test("of all months come to the account, each opening with what the one before closed with", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 40 }),
        fc.constantFrom("UTC", "Pacific/Auckland", "America/St_Johns"),
        async (rows, timeZone) => {
          world.services.config.timeZone = timeZone;
          const merchant = await aUser(world, { privilege: "merchant" });
          await booked(world, merchant._id, rows);
          await booked(world, (await aUser(world, { privilege: "merchant" }))._id, rows.slice(0, 3));
          const { years } = await get<StatementList>(world, merchant.token);
          const months: Statement[] = [];
          for (const year of years.toReversed())
            months.push(...(await get<StatementList>(world, merchant.token, `?year=${year}`)).docs.toReversed());
          let owed = 0;
          for (const month of months) {
            expect(cents(month.opening)).toBe(owed);
            const { sales, deliveryFees, refunds, disputes, fees, payouts, cash = 0 } = month;
            const sums = [sales, deliveryFees, refunds, disputes, fees, payouts, cash];
            owed += sums.reduce((sum, dollars) => sum + cents(dollars), 0);
            expect(cents(month.closing)).toBe(owed);
            expect(await get<Statement>(world, merchant.token, `/${month.month}`)).toEqual(month);
          }
          expect(months.reduce((sum, { entries: count }) => sum + count, 0)).toBe(rows.length);
          expect(months.map(({ isOver }) => isOver)).toEqual(months.map((_, n) => n < months.length - 1));
          const balance = (await world.call("GET", "/product/payment/merchant/balance", { token: merchant.token }))
            .body;
          expect(owed).toBe(cents(balance.data.owed));
          expect(owed).toBe(rows.reduce((sum, [, , amount]) => sum + amount, 0));
          // The file of a month has its entries, and goes from its opening to its closing balance.
          const one = months[Math.floor(months.length / 2)]!;
          const csv = await csvOf(world, merchant.token, one.month);
          const end = one.isOver ? "Closing balance" : "Balance so far; the month is not over";
          expect([csv[0], csv.at(-1)]).toEqual([
            [`${one.month}-01`, "Opening balance", "", "", "", "", one.opening.toFixed(2)],
            ["", end, "", "", "", "", one.closing.toFixed(2)],
          ]);
          expect(csv).toHaveLength(one.entries + 2);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test("begin and end with the marketplace's months, to the second", async () => {
    world.services.config.timeZone = "Pacific/Auckland";
    const merchant = await aUser(world, { privilege: "merchant" });
    await booked(world, merchant._id, [
      ["2026-01-31T10:59:59.999Z", "sale", 100],
      ["2026-01-31T11:00:00.000Z", "sale", 20],
      ["2026-02-28T10:59:59.999Z", "fee", -3],
      ["2026-02-28T11:00:00.000Z", "payout", -50],
    ]);
    expect(await get(world, merchant.token, "/2026-02")).toEqual({
      month: "2026-02",
      timeZone: "Pacific/Auckland",
      isOver: true,
      opening: 1,
      sales: 0.2,
      deliveryFees: 0,
      refunds: 0,
      disputes: 0,
      vat: 0,
      fees: -0.03,
      payouts: 0,
      closing: 1.17,
      entries: 2,
    });
    expect((await csvOf(world, merchant.token, "2026-03")).slice(-2)).toEqual([
      ["2026-03-01", "Payout", "", "", "-0.50", "0.00", "0.67"],
      ["", "Balance so far; the month is not over", "", "", "", "", "0.67"],
    ]);
  });

  test("name each entry by its kind and its sign", async () => {
    world.services.config.timeZone = "UTC";
    const merchant = await aUser(world, { privilege: "merchant" });
    const names: [LedgerRow["kind"], number, string][] = [
      ["sale", 1, "Sale"],
      ["delivery", 1, "Delivery fee"],
      ["delivery", -1, "Delivery fee refunded"],
      ["refund", -1, "Refund"],
      ["dispute", -1, "Lost dispute"],
      ["fee", -1, "Fee"],
      ["fee", 1, "Fee given back"],
      ["payout", -1, "Payout"],
      ["payout", 1, "Payout taken back"],
      ["cash", -1, "Paid to you"],
      ["cash", 1, "Given back by you"],
    ];
    await booked(
      world,
      merchant._id,
      names.map(([kind, amountCents], hour) => [new Date(Date.UTC(2026, 1, 3, hour)).toISOString(), kind, amountCents]),
    );
    const csv = await csvOf(world, merchant.token, "2026-02");
    expect(csv.slice(1, -1).map(([, name]) => name)).toEqual(names.map(([, , name]) => name));
  });

  test("have the sums of each day and the balance at its end", async () => {
    world.services.config.timeZone = "UTC";
    const merchant = await aUser(world, { privilege: "merchant" });
    await booked(world, merchant._id, [
      ["2026-01-31T10:00:00.000Z", "sale", 100],
      ["2026-02-03T10:00:00.000Z", "sale", 500],
      ["2026-02-03T11:00:00.000Z", "refund", -120],
      ["2026-02-05T10:00:00.000Z", "fee", -30],
    ]);
    const february = await get<Statement>(world, merchant.token, "/2026-02");
    const zeros = { sale: 0, delivery: 0, refund: 0, dispute: 0, fee: 0, payout: 0, cash: 0 };
    expect(await entryDays(world.services, merchant._id, february, cents(february.opening))).toEqual([
      { ...zeros, day: "2026-02-03", sale: 500, refund: -120, balance: 480 },
      { ...zeros, day: "2026-02-05", fee: -30, balance: 450 },
    ]);
  });

  test("name each order, and come as PDF; of a month that has not begun, or before the first sale, there is none", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    world.clock.forward(1);
    await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
      token: orchard.token,
      body: { reason: "Hail." },
    });
    const [, sale, refund] = await csvOf(world, orchard.token, "2026-03");
    expect([sale?.slice(1), refund?.slice(1)]).toEqual([
      ["Sale", expect.stringMatching(/^\d+$/), expect.stringMatching(/^Order #\d+$/), "8.40", "0.00", "8.40"],
      ["Refund", sale?.[2], sale?.[3], "-8.40", "0.00", "0.00"],
    ]);
    const pdf = await world.call("GET", `${AT}/2026-03/pdf`, { token: orchard.token });
    expect([pdf.status, pdf.headers.get("Content-Type"), pdf.body.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    for (const month of ["2026-02", "2026-04", "2099-12"])
      expect([month, (await world.call("GET", `${AT}/${month}`, { token: orchard.token })).status]).toEqual([
        month,
        404,
      ]);
    expect((await world.call("GET", `${AT}/2026-13`, { token: orchard.token })).status).toBe(422);
    expect((await world.call("GET", AT, { token: buyer.token })).status).toBe(403);
    const newMerchant = await aUser(world, { privilege: "merchant" });
    expect(await get(world, newMerchant.token)).toEqual({ year: "", years: [], docs: [] });
  });

  test("go on behind five hundred entries", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const rows = Array.from({ length: 1203 }, (): [string, "sale", number] => ["2026-02-03T12:00:00.000Z", "sale", 1]);
    for (let start = 0; start < rows.length; start += 200)
      await booked(world, merchant._id, rows.slice(start, start + 200));
    const csv = await csvOf(world, merchant.token, "2026-02");
    expect([csv.length, csv.at(-1)?.at(-1)]).toEqual([1205, "12.03"]);
  });
});
