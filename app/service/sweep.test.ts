import { expect, test, vi } from "vitest";
import { aPaidOrder, initialize, statusOf } from "../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import { sendMail } from "~/platform/mail/send-mail.server";

const DAY = 86_400;
const picture = {
  ownerId: null,
  kind: "image",
  mime: "image/webp",
  bytes: 1,
  width: 1,
  height: 1,
  widths: "[1]",
} as const;

const aSpreadsheet = {
  csv: "",
  encoding: "",
  rows: 0,
  wrong: 0,
  startedAt: null,
  doneRows: 0,
  problem: "",
  problemCode: "",
  fallbackCategory: "",
  appliedAt: null,
  created: 0,
  changed: 0,
  unchanged: 0,
  deleted: 0,
  before: "",
  takesBack: null,
  takenBackAt: null,
  answers: "",
  questions: 0,
  preview: "",
};

onBothDatabases("the hourly sweep", (world) => {
  test("takes sessions, drafts, links, spreadsheets, finished jobs and unused pictures that are old, and no others", async () => {
    const { db, files } = world.services;
    const person = await aUser(world, { privilege: "merchant" });
    await db.deleteFrom("tokens").execute();
    const lay = async (age: string, createdAt: string) => {
      const ends = new Date(Date.parse(createdAt) + 30 * DAY * 1000).toISOString();
      const _id = newId(new Date(createdAt));
      await db.insertInto("tokens").values({ hash: age, userId: person._id, createdAt, expiresAt: ends }).execute();
      await db.insertInto("passwordLinks").values({ hash: age, userId: person._id, expiresAt: ends }).execute();
      await db.insertInto("signUpDrafts").values({ _id: age, payload: "{}", updatedAt: createdAt }).execute();
      await db
        .insertInto("productImports")
        .values({ ...aSpreadsheet, _id, merchantId: person._id, fileName: age, createdAt })
        .execute();
      await db
        .insertInto("files")
        .values({ _id, ...picture, attached: 0, createdAt })
        .execute();
      await files.put(`${_id}/1.webp`, new Uint8Array(1));
      await sendMail.enqueue(db, world.services, { to: "a@b.c", subject: age, text: "", html: "" });
      await world.runner.drain();
      return _id;
    };
    const old = await lay("old", timestamp(world.clock));
    world.clock.forward(33 * DAY);
    const fresh = await lay("fresh", timestamp(world.clock));
    await db
      .insertInto("files")
      .values({ _id: "f".repeat(24), ...picture, attached: 1, createdAt: "2020-01-01" })
      .execute();
    await world.runner.drain(["sweep"]);

    const rowCounts = await Promise.all([
      db.selectFrom("tokens").select("hash as is").execute(),
      db.selectFrom("passwordLinks").select("hash as is").execute(),
      db.selectFrom("signUpDrafts").select("_id as is").execute(),
      db.selectFrom("productImports").select("fileName as is").execute(),
    ]);
    expect(rowCounts.map((rows) => rows.map((row) => row.is))).toEqual([["fresh"], ["fresh"], ["fresh"], ["fresh"]]);
    expect((await db.selectFrom("files").select("_id").orderBy("_id").execute()).map((row) => row._id)).toEqual([
      fresh,
      "f".repeat(24),
    ]);
    expect([await files.open(`${old}/1.webp`), await files.open(`${fresh}/1.webp`)]).toEqual([null, expect.anything()]);
    expect(await db.selectFrom("jobs").select("_id").where("kind", "=", "mail").execute()).toHaveLength(1);
  });

  test("under a clock that is a day ahead takes nothing that is used again when it is set right", async () => {
    const { db, files } = world.services;
    const person = await aUser(world);
    const createdAt = timestamp(world.clock);
    const _id = newId(world.clock.now());
    await db
      .updateTable("tokens")
      .set({ expiresAt: timestamp(world.clock, DAY / 2) })
      .execute();
    await db
      .insertInto("files")
      .values({ _id, ...picture, attached: 0, createdAt })
      .execute();
    await files.put(`${_id}/1.webp`, new Uint8Array(1));
    const isSignedIn = async () => (await world.call("GET", "/user", { token: person.token })).status;
    world.clock.forward(DAY);
    expect(await isSignedIn()).toBe(401);
    await world.runner.drain(["sweep"]);
    world.clock.forward(-DAY);
    expect(await isSignedIn()).toBe(200);
    expect(await files.open(`${_id}/1.webp`)).not.toBeNull();
  });

  test("takes every unused picture, however many there are", async () => {
    const { db } = world.services;
    const rows = Array.from({ length: 450 }, (_, n) => ({
      _id: n.toString(16).padStart(24, "0"),
      ...picture,
      attached: 0 as const,
      createdAt: "2026-01-01T00:00:00.000Z",
    }));
    for (const part of [rows.slice(0, 225), rows.slice(225)]) await db.insertInto("files").values(part).execute();
    await world.runner.drain(["sweep"]);
    expect(await db.selectFrom("files").select("_id").execute()).toEqual([]);
  });

  test("leaves a picture that somebody's profile shows, even one marked as unused, and takes the others", async () => {
    const { db, files } = world.services;
    const person = await aUser(world);
    const [shownId, orphan] = [newId(world.clock.now()), newId(world.clock.now())];
    for (const _id of [shownId, orphan]) {
      await db
        .insertInto("files")
        .values({ _id, ...picture, attached: 0, createdAt: "2020-01-01" })
        .execute();
      await files.put(`${_id}/1.webp`, new Uint8Array(1));
    }
    await db.updateTable("users").set({ imageId: shownId }).where("_id", "=", person._id).execute();
    await world.runner.drain(["sweep"]);
    expect([await files.open(`${shownId}/1.webp`), await files.open(`${orphan}/1.webp`)]).toEqual([
      expect.anything(),
      null,
    ]);
    expect(await db.selectFrom("files").select("_id").execute()).toEqual([{ _id: shownId }]);
  });

  test("says which part of it failed, and does the others", async () => {
    const { db, files } = world.services;
    await db
      .insertInto("files")
      .values({ _id: newId(world.clock.now()), ...picture, attached: 0, createdAt: "2020-01-01" })
      .execute();
    await db.insertInto("uploadLocks").values({ name: "old", wanted: 0, holder: "gone", until: 1 }).execute();
    vi.spyOn(files, "remove").mockRejectedValue(new Error("the bucket is away"));
    await expect(world.runner.drain(["sweep"])).rejects.toThrow("the bucket is away");
    vi.restoreAllMocks();
    expect(await db.selectFrom("uploadLocks").select("name").execute()).toEqual([]);
  });

  test("a hold that was begun under a clock a day ahead ends half an hour after it was set right", async () => {
    const [product, buyer] = [await aProduct(world, { quantity: 5 }), await aUser(world)];
    world.clock.forward(DAY);
    const payment = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    world.clock.forward(-DAY);
    const status = async () => {
      await world.runner.drain(["payments.reconcile"]);
      return statusOf(world, payment.body.payment.orderId);
    };
    expect(await status()).toBe("pending");
    world.clock.forward(29 * 60);
    expect(await status()).toBe("pending");
    world.clock.forward(2 * 60);
    expect(await status()).toBe("released");
  });

  test("leaves orders alone; a hold that is over is let go by the reconciling job", async () => {
    const { orderId } = await aPaidOrder(world);
    const product = await aProduct(world, { quantity: 5 });
    const buyer = await aUser(world);
    const payment = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    world.clock.forward(31 * 60);
    await world.runner.drain(["sweep", "payments.reconcile"]);
    const { quantity } = await world.services.db
      .selectFrom("products")
      .select("quantity")
      .where("_id", "=", product._id)
      .executeTakeFirstOrThrow();
    expect([await statusOf(world, orderId), await statusOf(world, payment.body.payment.orderId), quantity]).toEqual([
      "paid",
      "released",
      5,
    ]);
  });
});
