import { expect, test } from "vitest";
import { isInSeason, seasonColumns, type Season } from "~/features/products/season-schema";
import { isOutOfSeason } from "~/features/products/season.server";
import { confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const SPRING: Season = { from: "2020-03-02", until: "2020-03-03", yearly: true };
const SUMMER: Season = { from: "2020-03-05", until: "2020-06-24", yearly: true };

/** Asparagus with a season, pears without, and a buyer with both in the cart. */
async function aMarket(world: World, season: Season) {
  const buyer = await aUser(world);
  const asparagus = await aProduct(world, { title: "Asparagus", quantity: 10, ...seasonColumns(season) });
  const pears = await aProduct(world, { title: "Pears", quantity: 10 });
  const carts = [asparagus, pears].map(({ _id }) => ({ product: _id, quantity: 1 }));
  return { buyer, asparagus: asparagus._id, pears: pears._id, carts };
}

const publicSeason = async (world: World, id: string) =>
  (await world.call("GET", `/product/general/${id}`)).body.data.season as unknown;

onBothDatabases("a product with a season", (world) => {
  test("is seen outside of it, in lists as well, and says when it is back", async () => {
    const { asparagus, pears } = await aMarket(world, SUMMER);
    const told = { ...SUMMER, isOpen: false, backOn: "2026-03-05" };
    expect(await publicSeason(world, asparagus)).toEqual(told);
    expect(await publicSeason(world, pears)).toBeUndefined();
    const { docs } = (await world.call("GET", "/product/general")).body.data;
    expect(
      docs.map(({ title, season }: { title: string; season?: { backOn?: string } }) => [title, season?.backOn]),
    ).toContainEqual(["Asparagus", "2026-03-05"]);
  });

  test("begins and ends with the days of the marketplace, without anybody's doing", async () => {
    const { asparagus } = await aMarket(world, { from: "2026-03-03", until: "2026-03-04", yearly: false });
    const days: unknown[] = [];
    for (let day = 2; day <= 5; day += 1) {
      // Products are cached for a minute, so at the beginning of a day a reader may still see the day before.
      await world.services.dialect.announceChange(world.services.db);
      const { isOpen, backOn } = (await publicSeason(world, asparagus)) as { isOpen: boolean; backOn?: string };
      days.push([isOpen, backOn]);
      world.clock.forward(86_400);
    }
    expect(days).toEqual([
      [false, "2026-03-03"],
      [true, undefined],
      [true, undefined],
      [false, undefined],
    ]);
  });

  test("lies in a cart that cannot be ordered, and its checkout is refused before anything is held", async () => {
    const { buyer, asparagus, pears, carts } = await aMarket(world, SUMMER);
    const { lines, orderable } = (await world.call("POST", "/product/cart", { body: { carts } })).body.data;
    expect(
      lines.map(({ problem, available }: { problem: string | null; available: number }) => [problem, available]),
    ).toEqual([
      ["out-of-season", 0],
      [null, 10],
    ]);
    expect(orderable).toBe(false);
    const refusal = await initialize(world, buyer.token, carts);
    expect([refusal.status, refusal.body.error]).toEqual([
      409,
      [{ code: "out_of_season", message: "Asparagus is out of season until 5 March 2026.", field: "carts.0" }],
    ]);
    expect([await stockOf(world, asparagus), await stockOf(world, pears)]).toEqual([10, 10]);
    world.clock.forward(3 * 86_400);
    expect((await initialize(world, buyer.token, carts)).status).toBe(200);
  });

  test("a season that ends by itself ends open checkouts, and their goods are there again", async () => {
    const { buyer, pears, carts } = await aMarket(world, SPRING);
    world.clock.forward(35.9 * 3600);
    const { body } = await initialize(world, buyer.token, carts);
    await world.runner.drain(["payments.reconcile"]);
    expect(await statusOf(world, body.payment.orderId as string)).toBe("pending");
    world.clock.forward(0.2 * 3600);
    await world.runner.drain(["payments.reconcile"]);
    expect(await statusOf(world, body.payment.orderId as string)).toBe("released");
    expect(await stockOf(world, pears)).toBe(10);
    expect((await confirm(world, body.data as string)).body.data.status).toBe("canceled");
  });

  test("its payment page says so, and nothing is charged", async () => {
    const { buyer, carts } = await aMarket(world, SPRING);
    world.clock.forward(35.9 * 3600);
    const { body } = await initialize(world, buyer.token, carts);
    world.clock.forward(0.2 * 3600);
    const refusal = await world.call("GET", "/product/payment/current", { token: buyer.token });
    expect([refusal.status, refusal.body.error]).toEqual([
      409,
      [{ code: "out_of_season", message: "Asparagus is out of season until 2 March 2027. Nothing was charged." }],
    ]);
    expect(await statusOf(world, body.payment.orderId as string)).toBe("released");
  });

  test("what was ordered once is not put into the cart again outside of it", async () => {
    const { buyer, carts } = await aMarket(world, SPRING);
    const { body } = await initialize(world, buyer.token, carts);
    await confirm(world, body.data as string);
    await finalize(world, buyer.token, body.payment.stripeId as string);
    world.clock.forward(2 * 86_400);
    const again = await world.call("POST", `/product/order/${body.payment.orderId}/again`, { token: buyer.token });
    expect(again.body.missing ?? again.body.data.missing).toEqual(["Asparagus"]);
  });

  test("the database and the page count its days alike, over a year's end and on 29 February as well", async () => {
    const seasons: Season[] = [
      { from: "2025-11-01", until: "2026-02-28", yearly: true },
      { from: "2024-02-29", until: "2024-05-01", yearly: true },
      { from: "2023-11-01", until: "2024-02-29", yearly: true },
      { from: "2026-11-01", until: "2027-02-01", yearly: false },
      SUMMER,
    ];
    const ids: string[] = [];
    for (const season of seasons) ids.push((await aProduct(world, seasonColumns(season)))._id);
    ids.push((await aProduct(world))._id);
    for (const day of [
      "2027-02-28",
      "2028-02-29",
      "2027-03-01",
      "2026-11-01",
      "2026-12-31",
      "2027-01-01",
      "2026-05-01",
    ]) {
      const rows = await world.services.db
        .selectFrom("products as p")
        .select("p._id")
        .where("p._id", "in", ids)
        .where(isOutOfSeason("p", day))
        .execute();
      const out = new Set(rows.map(({ _id }) => _id));
      expect([day, ...ids.map((id) => !out.has(id))]).toEqual([
        day,
        ...seasons.map((one) => isInSeason(one, day)),
        true,
      ]);
    }
  });
});
