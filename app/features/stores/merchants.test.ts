import { expect, test } from "vitest";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
const inShop = async (world: World) => (await world.call("GET", "/product/general")).body.data.total;

async function aMerchant(world: World, status: "active" | "waiting" | "suspended" = "active") {
  const merchant = await aUser(world, { privilege: "merchant", firstName: "Mara", lastName: "Lindqvist" });
  await world.services.db
    .updateTable("stores")
    .set({ status, storeName: "Meadow & Sons 100%" })
    .where("userId", "=", merchant._id)
    .execute();
  return merchant;
}

onBothDatabases("merchants", (world) => {
  test("are found by stall, name and mail in any case, and by status", async () => {
    const { token } = await anOperator(world);
    const merchant = await aMerchant(world, "waiting");
    await aUser(world, { privilege: "merchant", firstName: "Otto" });
    const find = async (search: Record<string, string>) =>
      (await world.call("GET", `/operator/merchants?${new URLSearchParams(search)}`, { token })).body.data;
    for (const q of ["meadow & SONS", "mara lind", merchant.email, "100%"])
      expect((await find({ q })).docs.map((doc: { _id: string }) => doc._id)).toEqual([merchant._id]);
    expect([
      (await find({})).total,
      (await find({ q: "%" })).total,
      (await find({ q: "_" })).total,
      (await find({ q: "nobody" })).total,
    ]).toEqual([2, 1, 0, 0]);
    expect((await find({ status: "waiting" })).docs).toMatchObject([
      { _id: merchant._id, status: "waiting", storeName: "Meadow & Sons 100%" },
    ]);
    expect((await world.call("GET", "/operator/merchants?status=gone", { token })).status).toBe(422);
  });

  test("a waiting one is let in once, and what is published is on sale", async () => {
    const { token } = await anOperator(world);
    const merchant = await aMerchant(world, "waiting");
    await aProduct(world, { merchantId: merchant._id, isPublic: 0 });
    const approve = () => world.call("POST", `/operator/merchants/${merchant._id}/approve`, { token });
    expect((await approve()).status).toBe(200);
    expect((await approve()).body.error[0].code).toBe("other_status");
    expect(await inShop(world)).toBe(1);
    expect((await mailsSent(world, merchant.email)).map((mail) => mail.subject)).toEqual(["Your stall is open"]);
  });

  test("a suspended one's products leave the shop at once, and only what may be sold comes back", async () => {
    const { token } = await anOperator(world);
    const merchant = await aMerchant(world);
    const ownProduct = await aProduct(world, { merchantId: merchant._id });
    await aProduct(world, { merchantId: merchant._id, availType: "draft" });
    await aProduct(world, { merchantId: merchant._id, deletedAt: "2026-03-01T00:00:00.000Z", isPublic: 0 });
    const otherProduct = await aProduct(world);
    expect(await inShop(world)).toBe(2);
    const suspend = (reason: string) =>
      world.call("POST", `/operator/merchants/${merchant._id}/suspend`, { token, body: { reason } });
    expect((await suspend("")).body.error[0].field).toBe("reason");
    expect((await suspend("Rotten apples.")).status).toBe(200);
    expect((await suspend("Again.")).status).toBe(409);
    expect((await world.call("GET", "/product/general")).body.data.docs.map((doc: { _id: string }) => doc._id)).toEqual(
      [otherProduct._id],
    );
    expect((await world.call("GET", `/product/general/${ownProduct._id}`)).status).toBe(404);
    // Orders go on, because the merchant is still signed in.
    expect((await world.call("GET", "/user", { token: merchant.token })).status).toBe(200);
    expect((await world.call("POST", `/operator/merchants/${merchant._id}/reinstate`, { token })).status).toBe(200);
    expect(await inShop(world)).toBe(2);
    const mails = await mailsSent(world, merchant.email);
    expect(mails.map((mail) => mail.subject)).toEqual(["Your stall is closed for now", "Your stall is open again"]);
    expect(mails[0]?.text).toContain("Rotten apples.");
    const log = await world.services.db.selectFrom("auditLog").select(["action", "details"]).orderBy("_id").execute();
    expect(log.map((row) => row.action).sort()).toEqual(["merchant.reinstated", "merchant.suspended"]);
  });

  test("an unknown one, and a buyer, are absent", async () => {
    const { token } = await anOperator(world);
    const buyer = await aUser(world);
    for (const id of ["0".repeat(24), buyer._id]) {
      expect((await world.call("GET", `/operator/merchants/${id}`, { token })).status).toBe(404);
      expect((await world.call("POST", `/operator/merchants/${id}/approve`, { token })).status).toBe(404);
    }
  });
});
