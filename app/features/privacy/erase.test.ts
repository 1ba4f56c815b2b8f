import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { leaving } from "../../../tests/fixtures/leaving";
import { ADDRESS, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { saveBilling } from "~/features/accounts/profile.server";

const aPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();

onBothDatabases("leaving", (world) => {
  const { leave, anOrderOfSomebodyPrivate, tracesFound, markCompleted } = leaving(world);

  test("takes the person out everywhere and leaves the order in the books", async () => {
    const { buyer, order } = await anOrderOfSomebodyPrivate();
    await markCompleted(order._id);
    expect((await leave(buyer.token)).status).toBe(200);
    expect(
      await tracesFound([
        buyer.email,
        "private@example.com",
        "9 Hidden Close",
        "The blue door",
        "5550177",
        "Ada",
        "Byron",
      ]),
    ).toEqual([]);
    const row = await world.services.db
      .selectFrom("orders")
      .selectAll()
      .where("_id", "=", order._id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "paid", amountCents: 250, itemId: order.itemId });
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(401);
  });

  test("a picture that is still being drawn brings nobody back", async () => {
    const buyer = await aUser(world);
    const { pictures } = world.services;
    const encode = pictures.encode.bind(pictures);
    const encoding = vi.spyOn(pictures, "encode").mockImplementationOnce(async (...encodeArgs) => {
      expect((await leave(buyer.token)).status).toBe(200);
      return encode(...encodeArgs);
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ firstName: "Hidden", telephone: "5550177" })) form.set(name, value);
    form.set("intendedFileName", "image");
    form.set("intendedFile", new File([new Uint8Array(await aPicture())], "me.png", { type: "image/png" }));
    const lateAnswer = await world.call("PUT", "/user", { token: buyer.token, form });
    encoding.mockRestore();
    expect([lateAnswer.status, lateAnswer.body.error?.[0].code]).toEqual([401, "dead_token"]);
    expect(await tracesFound(["Hidden", "5550177", buyer.email])).toEqual([]);
    const files = await world.services.db.selectFrom("files").select("attached").execute();
    expect(files).toEqual([{ attached: 0 }]);
  });

  test("a billing address that is still on its way is not kept", async () => {
    const buyer = await aUser(world);
    await leave(buyer.token);
    const lateSave = saveBilling(world.services, buyer._id, { ...ADDRESS, streetAddress: "9 Hidden Close" });
    await expect(lateSave).rejects.toMatchObject({ status: 401 });
    expect(await tracesFound(["9 Hidden Close"])).toEqual([]);
  });

  test("the wrong password closes nothing", async () => {
    const buyer = await aUser(world);
    const refusal = await leave(buyer.token, "not-this-one-1");
    expect([refusal.status, refusal.body.error]).toEqual([
      422,
      [{ code: "wrong_password", field: "password", message: "The password is wrong." }],
    ]);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(200);
  });

  test("a merchant is asked to write instead", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    expect((await leave(merchant.token)).body.error[0]).toMatchObject({ code: "has_a_stall" });
    expect((await world.call("GET", "/user", { token: merchant.token })).status).toBe(200);
  });

  test("the picture goes with the person", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await world.services.db
      .insertInto("files")
      .values({
        _id: "a".repeat(24),
        ownerId: buyer._id,
        kind: "image",
        mime: "image/webp",
        bytes: 1,
        width: 1,
        height: 1,
        widths: "[1]",
        attached: 1,
        createdAt: product.createdAt,
      })
      .execute();
    await world.services.db
      .updateTable("users")
      .set({ imageId: "a".repeat(24) })
      .where("_id", "=", buyer._id)
      .execute();
    await leave(buyer.token);
    world.clock.forward(4 * 86_400);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
  });
});
