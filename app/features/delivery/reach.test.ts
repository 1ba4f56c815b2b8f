import { expect, test } from "vitest";
import { inTransaction } from "~/platform/database/database.server";
import { confirm, initialize } from "../../../tests/fixtures/checkout";
import { settled } from "../../../tests/fixtures/settled";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { areaOf, reaches } from "./areas";
import { saveArea, waysToPostcode, waysToTowns } from "./way-areas.server";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const SATURDAY = { weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 1 };
const MARKET = { kind: "collection", name: "Town Hall Market", address: "1 Market Square", times: [SATURDAY] };
const VAN = { kind: "delivery", name: "Van", area: "05401-05408, SW1A*", times: [] };
const EVENING = {
  kind: "delivery",
  name: "Evening",
  area: "05401",
  times: [{ weekday: 3, from: "17:00", to: "20:00", cutOff: { hoursBefore: 24 } }],
};
const TOWNS = { kind: "delivery", name: "Bicycle", area: "Burlington, Winooski", times: [] };
const POST = { kind: "carrier", name: "Post", times: [] };

/** A stall with one product of this title, and the ways that it offers. */
async function aStall(world: World, title: string, ways: object[], product: Parameters<typeof aProduct>[1] = {}) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { _id } = await aProduct(world, { merchantId: merchant._id, title, quantity: 50, ...product });
  const methods: string[] = [];
  for (const body of ways) {
    // Ways are listed by age, so each needs a second of its own.
    world.clock.forward(1);
    methods.push((await world.call("POST", "/merchant/ways", { token: merchant.token, body })).body.data._id as string);
  }
  return { merchant, productId: _id, methods };
}

interface Listed {
  title: string;
  reaches?: string;
}

const list = async (world: World, query: string) => {
  const { body } = await world.call("GET", `/product/general?${query}`);
  const docs = body.data.docs as Listed[];
  return { titles: docs.map(({ title }) => title).sort(), docs, total: body.data.total as number, body: body.data };
};

onBothDatabases("what reaches somebody", (world) => {
  test("the table of areas says of each postcode what the area of the way says", async () => {
    const areas = [
      "05401",
      "05401-05408, 99501",
      "SW1A*",
      "SW1A",
      "75*\n1000-205; 1012",
      "K1A, 110001-110010",
      "Burlington",
      "05401, Winooski",
      "C1420*, VLT 1117",
      "100-105",
    ];
    const codes = ["05401", "05401-1234", "05409", "SW1A 1AA", "SW1 1AA", "SW1AB 1AA", "75011", "1000-205", "1012 AB"];
    codes.push("1013", "K1A 0B1", "110 005", "110011", "C1420ABC", "vlt1117", "99501", "100", "10", "103", "1035");
    await inTransaction(world.services.db, async (trx) => {
      for (const [index, area] of areas.entries()) await saveArea(trx, `way ${index}`, area);
    });
    for (const zipCode of codes)
      expect([zipCode, await waysToPostcode(world.services.db, zipCode)]).toEqual([
        zipCode,
        areas.flatMap((area, index) =>
          reaches(areaOf(area), { zipCode, city: "" }) === "yes" ? [`way ${index}`] : [],
        ),
      ]);
    expect(await waysToTowns(world.services.db)).toEqual(["way 6", "way 7"]);
  });

  test("a list shows what can be had at a postcode: deliveries into it, collections, carriers, stalls without ways", async () => {
    await aStall(world, "Anywhere", []);
    await aStall(world, "Market", [MARKET]);
    await aStall(world, "Van", [VAN]);
    await aStall(world, "Towns", [TOWNS]);
    await aStall(world, "Towns and post", [TOWNS, POST]);
    const near = await list(world, "postcode=05401&facets=1");
    expect(near.titles).toEqual(["Anywhere", "Market", "Towns and post", "Van"]);
    expect([near.total, near.body.facets.stalls.length, near.body.facets.inStock]).toEqual([4, 4, 4]);
    expect((await list(world, "postcode=05499")).titles).toEqual(["Anywhere", "Market", "Towns and post"]);
    expect((await list(world, "postcode=sw1a%201aa&q=van")).titles).toEqual(["Van"]);
    expect((await list(world, "postcode=05499&q=van")).titles).toEqual([]);
    // All products, each with whether it reaches the postcode.
    const marked = await list(world, "postcode=05499&reach=mark");
    expect(Object.fromEntries(marked.docs.map(({ title, reaches: answer }) => [title, answer]))).toEqual({
      Anywhere: "yes",
      Market: "yes",
      Van: "no",
      Towns: "unknown",
      "Towns and post": "yes",
    });
    expect((await list(world, "")).docs.every((product) => product.reaches === undefined)).toBe(true);
  });

  test("a day leaves what can be had on it: before the cut-off, with places left, while the stall is open", async () => {
    await aStall(world, "Anywhere", []);
    const market = await aStall(world, "Market", [MARKET]);
    await aStall(world, "Evening", [EVENING]);
    const on = async (day: string, postcode = "05401") => (await list(world, `postcode=${postcode}&day=${day}`)).titles;
    expect(await on("2026-03-07")).toEqual(["Anywhere", "Market"]);
    expect(await on("2026-03-04")).toEqual(["Anywhere", "Evening"]);
    expect(await on("2026-03-04", "05402")).toEqual(["Anywhere"]);
    expect(await on("2026-03-05")).toEqual(["Anywhere"]);
    // Six weeks ahead, and no further.
    expect([await on("2026-04-11"), await on("2026-04-18")]).toEqual([["Anywhere", "Market"], ["Anywhere"]]);
    const buyer = await aUser(world);
    const ways = [{ merchant: market.merchant._id, method: market.methods[0], day: "2026-03-07", from: "09:00" }];
    const held = await initialize(world, buyer.token, [{ product: market.productId, quantity: 1 }], { ways });
    expect(held.status).toBe(200);
    await confirm(world, held.body.data as string);
    expect(await on("2026-03-07")).toEqual(["Anywhere"]);
    expect(await on("2026-03-14")).toEqual(["Anywhere", "Market"]);
    world.clock.forward(3 * 86_400 + 6 * 3600 - 10);
    expect(await on("2026-03-11")).toEqual(["Anywhere", "Evening"]);
    await world.services.db
      .updateTable("stores")
      .set({ holidayFrom: "2026-03-10", holidayUntil: "2026-03-16" })
      .where("userId", "=", market.merchant._id)
      .execute();
    world.clock.forward(61);
    expect([await on("2026-03-14"), await on("2026-03-21")]).toEqual([["Anywhere"], ["Anywhere", "Market"]]);
  });

  test("the last second before a cut-off is in time for a list, and the next is not", async () => {
    await aStall(world, "Market", [MARKET]);
    const on = async () => (await list(world, "postcode=05401&day=2026-03-07")).titles;
    world.clock.forward(3 * 86_400 + 6 * 3600 - 2);
    expect(await on()).toEqual(["Market"]);
    world.clock.forward(1);
    expect(await on()).toEqual([]);
  });

  test("notice and season bound what reaches", async () => {
    await aStall(world, "Bread", [MARKET], { noticeHours: 116 });
    await aStall(world, "Cheese", [MARKET], { noticeHours: 117 });
    const season = { seasonFrom: "2026-03-01", seasonUntil: "2026-03-10", seasonYearly: 0 as const };
    await aStall(world, "Ramsons", [MARKET], season);
    await aStall(world, "Early ramsons", [MARKET], { ...season, seasonUntil: "2026-03-06" });
    await aStall(world, "Sent ramsons", [POST], { ...season, seasonUntil: "2026-03-06" });
    const on = async (query: string) => (await list(world, `postcode=05401${query}`)).titles;
    // Saturday at nine is 117 hours away.
    expect(await on("&day=2026-03-07")).toEqual(["Bread", "Ramsons", "Sent ramsons"]);
    expect(await on("&day=2026-03-14")).toEqual(["Bread", "Cheese", "Sent ramsons"]);
    expect(await on("")).toEqual(["Bread", "Cheese", "Ramsons", "Sent ramsons"]);
    world.clock.forward(9 * 86_400);
    expect(await on("")).toEqual(["Bread", "Cheese"]);
  });

  test("what is changed holds at once", async () => {
    const { merchant, methods } = await aStall(world, "Van", [VAN]);
    const there = async (postcode: string) => (await list(world, `postcode=${postcode}`)).titles;
    expect([await there("05401"), await there("99501")]).toEqual([["Van"], []]);
    const path = `/merchant/ways/${methods[0]}`;
    await world.call("PUT", path, { token: merchant.token, body: { ...VAN, area: "99501" } });
    expect([await there("05401"), await there("99501")]).toEqual([[], ["Van"]]);
    await world.call("PUT", path, { token: merchant.token, body: { ...VAN, active: false } });
    expect(await there("05401")).toEqual(["Van"]);
    await world.call("DELETE", path, { token: merchant.token });
    expect(await world.services.db.selectFrom("wayAreas").selectAll().execute()).toEqual([]);
  });

  test("a narrowed list costs no more the second time, and one that is not costs what it did", async () => {
    await aStall(world, "Anywhere", []);
    await aStall(world, "Van", [VAN]);
    const cost = async (query: string) => (await counted(() => list(world, query))).statements;
    await settled(world);
    // Products are counted, listed and read, as ever. Once that is cached, only the pieces in stock are read.
    expect([await cost(""), await cost("")]).toEqual([4, 1]);
    await cost("postcode=05401");
    expect([await cost("postcode=05401"), await cost("postcode=05402")]).toEqual([1, 2]);
  });

  test.each([
    ["postcode=", "postcode"],
    ["postcode=Burlington", "postcode"],
    ["postcode=05401%0A05402345678901", "postcode"],
    ["postcode='%20or%201=1", "postcode"],
    ["postcode=05401&day=2026-02-31", "day"],
    ["day=2026-03-07", "day"],
    ["postcode=05401&reach=everything", "reach"],
  ])("?%s is refused", async (query, field) => {
    const { status, body } = await world.call("GET", `/product/general?${query}`);
    expect([status, body.error[0].field]).toEqual([422, field]);
  });

  test("an answer for a postcode is kept for nobody", async () => {
    const { productId } = await aStall(world, "Van", [VAN]);
    for (const path of ["/product/general", `/product/general/${productId}`]) {
      const plain = await world.call("GET", path);
      const narrowed = await world.call("GET", `${path}?postcode=05401`);
      expect([plain, narrowed].map(({ headers }) => headers.get("Cache-Control"))).toEqual([
        "public, max-age=0, must-revalidate",
        expect.not.stringContaining("public"),
      ]);
    }
  });

  test("a product, what is related to it and a stall's goods say whether they reach", async () => {
    const near = await aStall(world, "Van", [VAN]);
    const far = await aStall(world, "Far", [{ ...VAN, area: "99501" }]);
    const { body } = await world.call("GET", `/product/general/${near.productId}?postcode=05401`);
    expect([body.data.reaches, body.related]).toMatchObject(["yes", [{ title: "Far", reaches: "no" }]]);
    expect(body.data.merchant.hasWays).toBe(true);
    const stall = await world.call("GET", `/stall/${far.merchant._id}/products?postcode=05401`);
    expect(stall.body.data.docs).toMatchObject([{ title: "Far", reaches: "no" }]);
  });

  test("a stall says its ways, the next times and until when to order for them, for a product as well", async () => {
    const { merchant, productId } = await aStall(world, "Cheese", [MARKET, EVENING, VAN], { noticeHours: 6 * 24 });
    const ways = async (query = "") => (await world.call("GET", `/stall/${merchant._id}/ways${query}`)).body.data;
    const [market, evening, van] = await ways();
    expect(market).toMatchObject({ kind: "collection", name: "Town Hall Market", closed: null });
    expect(market.times).toMatchObject([
      { day: "2026-03-07", from: "09:00", to: "12:00", cutOffAt: "2026-03-05T18:00:00.000Z" },
      { day: "2026-03-14" },
      { day: "2026-03-21" },
    ]);
    expect([evening.area, evening.times[0].day, van.times]).toEqual(["05401", "2026-03-04", []]);
    const [later] = await ways(`?product=${productId}`);
    expect(later.times[0]).toMatchObject({ day: "2026-03-14", cutOffAt: "2026-03-08T09:00:00.000Z" });
    const [, elsewhere] = await ways("?postcode=99501");
    expect(elsewhere.closed).toMatchObject({ code: "not_to_this_address" });
    const [onThatDay] = await ways("?postcode=05401&day=2026-03-20");
    expect(onThatDay.times[0].day).toBe("2026-03-21");
    const other = await aStall(world, "Anywhere", []);
    expect((await world.call("GET", `/stall/${other.merchant._id}/ways`)).body.data).toEqual([]);
    expect((await world.call("GET", `/stall/${productId}/ways`)).body.error).toMatchObject([{ code: "unknown_stall" }]);
  });

  test("goods are not held for a time outside of their season", async () => {
    const season = { seasonFrom: "2026-03-01", seasonUntil: "2026-03-10", seasonYearly: 0 as const };
    const market = await aStall(world, "Ramsons", [MARKET], season);
    const carts = [{ product: market.productId, quantity: 1 }];
    const [stall] = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body.data;
    expect(stall.options[0].slots.map(({ closed }: { closed: string | null }) => closed)).toEqual([
      null,
      ...Array.from({ length: 5 }, () => "out_of_season"),
    ]);
    const buyer = await aUser(world);
    const held = (day: string) =>
      initialize(world, buyer.token, carts, {
        ways: [{ merchant: market.merchant._id, method: market.methods[0], day, from: "09:00" }],
      });
    expect((await held("2026-03-14")).body.error).toMatchObject([
      { code: "way_closed", message: "Ramsons is out of season on Saturday 14 March, 9 to 12." },
    ]);
    expect((await held("2026-03-07")).status).toBe(200);
  });
});
