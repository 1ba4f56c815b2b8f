import { expect, test } from "vitest";
import { aProduct, aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { accessTo, type Viewer } from "./who-may-open.server";

let serial = 0;

/** A merchant's file that nothing shows yet. */
async function aFile({ services }: World, ownerId: string | null, kind: "image" | "video" = "image"): Promise<string> {
  serial += 1;
  const _id = serial.toString(16).padStart(24, "f");
  const size = { bytes: 1, width: 1, height: 1, widths: "[1]" };
  const row = { _id, ownerId, kind, mime: "image/webp", ...size, attached: 0 as const, createdAt: "2026-03-02" };
  await services.db.insertInto("files").values(row).execute();
  return _id;
}

onBothDatabases("the pictures and videos of a draft", (world) => {
  const seenBy = (fileId: string, viewer: Viewer) => accessTo(world.services, fileId, async () => viewer);

  test("are opened by their merchant and by operators, and by nobody else", async () => {
    const [merchant, otherMerchant] = [
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const [buyer, operator] = [await aUser(world), await aUser(world, { privilege: "operator" })];
    const image = await aFile(world, merchant._id);
    const draft = await aProduct(world, { merchantId: merchant._id, availType: "draft" });
    await world.services.db
      .insertInto("productImages")
      .values({ productId: draft._id, fileId: image, position: 0 })
      .execute();
    for (const file of [image, await aFile(world, merchant._id, "video")])
      expect([
        await seenBy(file, merchant),
        await seenBy(file, operator),
        await seenBy(file, otherMerchant),
        await seenBy(file, buyer),
        await seenBy(file, null),
      ]).toEqual(["own", "own", null, null, null]);
  });

  test.each(["image", "video"] as const)(
    "are open to everybody while the product is on sale, and not when it is taken back (%s)",
    async (kind) => {
      const merchant = await aUser(world, { privilege: "merchant" });
      const file = await aFile(world, merchant._id, kind);
      const product = await aProduct(world, {
        merchantId: merchant._id,
        ...(kind === "video" && { videoId: file }),
      });
      if (kind === "image")
        await world.services.db
          .insertInto("productImages")
          .values({ productId: product._id, fileId: file, position: 0 })
          .execute();
      expect([await seenBy(file, null), await seenBy(file, null)]).toEqual(["open", "open"]);
      await world.call("DELETE", `/product/manage-product?product=${product._id}`, { token: merchant.token });
      expect([await seenBy(file, null), await seenBy(file, merchant)]).toEqual([null, "own"]);
    },
  );

  test("what a category shows, and what belongs to nobody, is open", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const file = await aFile(world, operator._id);
    expect(await seenBy(file, null)).toBeNull();
    await aProduct(world);
    await world.services.db.updateTable("categories").set({ imageId: file }).execute();
    expect(await seenBy(file, null)).toBe("open");
    expect(await seenBy(await aFile(world, null), null)).toBe("open");
  });

  test("a stall's banner is closed while the stall is suspended", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const operator = await aUser(world, { privilege: "operator" });
    const file = await aFile(world, merchant._id);
    const { db } = world.services;
    await db.updateTable("stores").set({ bannerId: file }).where("userId", "=", merchant._id).execute();
    expect(await seenBy(file, null)).toBe("open");
    const become = (path: string, body?: object) =>
      world.call("POST", `/operator/merchants/${merchant._id}/${path}`, { token: operator.token, body });
    expect((await become("suspend", { reason: "Complaints." })).status).toBe(200);
    expect([await seenBy(file, null), await seenBy(file, merchant)]).toEqual([null, "own"]);
    await become("reinstate");
    expect(await seenBy(file, null)).toBe("open");
  });

  test("an account's picture is open as long as the account is there", async () => {
    const person = await aUser(world);
    const file = await aFile(world, person._id);
    await world.services.db.updateTable("users").set({ imageId: file }).where("_id", "=", person._id).execute();
    expect(await seenBy(file, null)).toBe("open");
    const deletion = await world.call("DELETE", "/user", { token: person.token, body: { password: PASSWORD } });
    expect(deletion.status).toBe(200);
    expect(await seenBy(file, null)).toBeNull();
  });

  test("what is unknown, or no id, is not there", async () => {
    for (const id of ["0".repeat(24), "", "../x", "F".repeat(24)]) expect(await seenBy(id, null)).toBeNull();
  });
});
