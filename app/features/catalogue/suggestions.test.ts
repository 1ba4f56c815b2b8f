import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const answer = (world: World, q: string) => world.call("GET", `/product/suggestions?${new URLSearchParams({ q })}`);
const suggested = async (world: World, q: string) => (await answer(world, q)).body.data as string[];

async function aShop(world: World) {
  const dairy = await aUser(world, { privilege: "merchant" });
  await world.services.db
    .updateTable("stores")
    .set({ storeName: "Crème & Co." })
    .where("userId", "=", dairy._id)
    .execute();
  await aProduct(world, { title: "Wild Tomatoes", tags: '["heirloom","vine tomatoes"]' });
  await aProduct(world, { title: "Tomato Soup", categoryTitle: "Pantry" });
  await aProduct(world, { title: "Crème Fraîche", categoryTitle: "Dairy", merchantId: dairy._id });
  await aProduct(world, { title: "奈良漬け" });
  await aProduct(world, { title: "Secret Tomatoes", availType: "draft" });
}

onBothDatabases("suggestions for a search", (world) => {
  test("are titles, tags, categories and stalls that have what was typed so far, whole words first", async () => {
    await aShop(world);
    expect(await suggested(world, "tomat")).toEqual(["Tomato Soup", "Wild Tomatoes", "vine tomatoes"]);
    expect(await suggested(world, "TOMATO")).toEqual(["Tomato Soup", "Wild Tomatoes", "vine tomatoes"]);
    expect(await suggested(world, "tomatoes wil")).toEqual(["Wild Tomatoes"]);
    expect(await suggested(world, "heir")).toEqual(["heirloom"]);
    expect(await suggested(world, "dair")).toEqual(["Dairy"]);
    expect(await suggested(world, "creme")).toEqual(["Crème Fraîche", "Crème & Co."]);
    // One or two letters match only beginnings of category words. In a script without spaces, two say much.
    expect(await suggested(world, "pa")).toEqual(["Pantry"]);
    expect(await suggested(world, "奈良")).toEqual(["奈良漬け"]);
    for (const q of ["", " ", "to", "%%%", "___", "secret", "nowhere"])
      expect([q, await suggested(world, q)]).toEqual([q, []]);
  });

  test("have a letter that is wrong in it for what was meant", async () => {
    await aShop(world);
    expect(await suggested(world, "tomatos")).toContain("Wild Tomatoes");
    expect(await suggested(world, "frache")).toEqual(["Crème Fraîche"]);
  });

  test("are eight at the most and less than 2 KB, however long titles are", async () => {
    for (let n = 0; n < 12; n += 1) await aProduct(world, { title: `Quince ${n}` });
    expect(await suggested(world, "quince")).toHaveLength(8);
    for (let n = 0; n < 12; n += 1) await aProduct(world, { title: `Medlar ${n} ${"日".repeat(110)}` });
    const { body } = await answer(world, "medlar");
    expect(body.data.length).toBeGreaterThan(3);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(2000);
    expect((await answer(world, "x".repeat(101))).body.error[0].field).toBe("q");
  });

  test("take four statements at the most, none while nothing changes, and may be kept for a minute", async () => {
    await aShop(world);
    // The list of synonyms is read once a minute.
    await suggested(world, "synonyms");
    await world.services.dialect.announceChange(world.services.db);
    expect((await counted(() => suggested(world, "wild tomatos"))).statements).toBeLessThanOrEqual(4);
    // On Postgres, the notice of a change may arrive a moment later.
    await expect.poll(async () => (await counted(() => suggested(world, "WILD tomatos "))).statements).toBe(0);
    expect((await answer(world, "wild")).headers.get("Cache-Control")).toBe("public, max-age=60");
    await aProduct(world, { title: "Wild Tomatillos" });
    await world.services.dialect.announceChange(world.services.db);
    expect(await suggested(world, "tomatill")).toEqual(["Wild Tomatillos"]);
  });
});
