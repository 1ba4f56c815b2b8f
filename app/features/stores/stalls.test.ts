import { expect, test } from "vitest";
import sharp from "sharp";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { stallTag } from "~/features/cache-tags";

const ALL = {
  words: "Forty kinds of vegetable.",
  place: "River Road 2, Burlington",
  opening: "Tue–Sat 8–13",
  holidayFrom: "",
  holidayUntil: "",
};

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const save = (world: World, token: string | undefined, fields: Record<string, string | Blob>) =>
  world.call("PUT", "/user/stall", { token, form: formOf(fields) });

async function aPicture(): Promise<Blob> {
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#c83" } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(png)], "stall.png", { type: "image/png" });
}

onBothDatabases("a merchant's stall", (world) => {
  test("its page shows what its merchant wrote, to anyone, and the next save takes its place whole", async () => {
    const { token, _id } = await aUser(world, { privilege: "merchant" });
    expect((await save(world, token, ALL)).status).toBe(200);
    expect((await world.call("GET", `/stall/${_id}`)).body.data).toEqual({
      _id,
      storeName: expect.stringMatching(/^Stall/),
      words: ALL.words,
      place: ALL.place,
      opening: ALL.opening,
      trader: null,
      holiday: null,
      createdAt: expect.any(String),
    });
    await save(world, token, { words: "Only plums." });
    expect((await world.call("GET", `/stall/${_id}`)).body.data).toMatchObject({ words: "Only plums.", place: "" });
  });

  test("pages that are kept are told of every change", async () => {
    const { token, _id } = await aUser(world, { privilege: "merchant" });
    const before = world.services.dialect.changes().moment();
    await save(world, token, ALL);
    expect(world.services.dialect.changes().noneSince(before, [stallTag(_id)])).toBe(false);
  });

  test("a banner is stored, shown to everybody, replaced and taken down", async () => {
    const { token, _id } = await aUser(world, { privilege: "merchant" });
    const first = (await save(world, token, { ...ALL, intendedFile: await aPicture() })).body.data.banner;
    expect(first).toMatchObject({ width: 900, height: 300 });
    const attached = async (id: string) =>
      (await world.services.db.selectFrom("files").select("attached").where("_id", "=", id).executeTakeFirstOrThrow())
        .attached;
    expect(await attached(first._id)).toBe(1);
    // A save without a file keeps the banner.
    expect((await save(world, token, ALL)).body.data.banner._id).toBe(first._id);
    const second = (await save(world, token, { ...ALL, intendedFile: await aPicture() })).body.data.banner;
    expect([await attached(first._id), await attached(second._id)]).toEqual([0, 1]);
    expect((await save(world, token, { ...ALL, removeBanner: "on" })).body.data.banner).toBeUndefined();
    expect(await attached(second._id)).toBe(0);
    expect((await world.call("GET", `/stall/${_id}`)).body.data.banner).toBeUndefined();
  });

  test("what is no picture is refused at its field, and nothing of the save is kept", async () => {
    const { token, _id } = await aUser(world, { privilege: "merchant" });
    const refusal = await save(world, token, { ...ALL, intendedFile: new File(["words"], "a.png") });
    expect([refusal.status, refusal.body.error[0].field]).toEqual([415, "intendedFile"]);
    expect((await world.call("GET", `/stall/${_id}`)).body.data.words).toBe("");
  });

  test.each([
    [{ holidayFrom: "2026-03-05" }, "holidayUntil", "Choose the last day as well."],
    [{ holidayUntil: "2026-03-05" }, "holidayFrom", "Choose the first day as well."],
    [
      { holidayFrom: "2026-03-05", holidayUntil: "2026-03-04" },
      "holidayUntil",
      "The last day is before the first one.",
    ],
    [{ holidayFrom: "2026-02-20", holidayUntil: "2026-03-01" }, "holidayUntil", "That day is over already."],
    [{ holidayFrom: "2026-03-05", holidayUntil: "2027-03-06" }, "holidayUntil", "A holiday can have at most 366 days."],
    [
      { holidayFrom: "2026-02-31", holidayUntil: "2026-03-06" },
      "holidayFrom",
      "The first day must be a day such as 2026-03-31.",
    ],
    [{ words: "x".repeat(2001) }, "words", "The words can have at most 2000 characters."],
  ])("%o is refused at its field", async (fields, field, message) => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const { status, body } = await save(world, token, { ...ALL, ...(fields as Record<string, string>) });
    expect([status, body.error[0].field, body.error[0].message]).toEqual([
      422,
      field,
      expect.stringContaining(message),
    ]);
  });

  test("nobody but merchants has one to save", async () => {
    const buyer = await aUser(world);
    expect((await save(world, undefined, ALL)).status).toBe(401);
    expect((await save(world, buyer.token, ALL)).status).toBe(403);
    expect((await world.call("GET", `/stall/${buyer._id}`)).body.error[0].code).toBe("unknown_stall");
  });

  test("what is on sale there is listed newest first, 10 a page, and nothing of others", async () => {
    const { _id } = await aUser(world, { privilege: "merchant" });
    for (let n = 1; n <= 12; n += 1) await aProduct(world, { merchantId: _id, title: `Plum ${n}` });
    await aProduct(world, { merchantId: _id, availType: "draft", title: "Not yet" });
    await aProduct(world);
    const titles = async (query: string) => {
      const { data } = (await world.call("GET", `/stall/${_id}/products${query}`)).body;
      return [data.docs.map((doc: { title: string }) => doc.title), data.hasNextPage, data.total];
    };
    const all = Array.from({ length: 12 }, (_, n) => `Plum ${12 - n}`);
    expect(await titles("")).toEqual([all.slice(0, 10), true, 12]);
    expect(await titles("?page=2")).toEqual([all.slice(10), false, 12]);
    expect(await titles("?page=2&from=1")).toEqual([all, false, 12]);
    expect(await titles("?page=3")).toEqual([[], false, 12]);
    const { statements } = await counted(() => world.call("GET", `/stall/${_id}/products?page=2`));
    expect(statements).toBeLessThanOrEqual(5);
  });

  test("a suspended merchant's stall is not there, and is again once the suspension ends", async () => {
    const { _id } = await aUser(world, { privilege: "merchant" });
    const { token } = await aUser(world, { privilege: "operator" });
    const before = world.services.dialect.changes().moment();
    await world.call("POST", `/operator/merchants/${_id}/suspend`, { token, body: { reason: "Complaints." } });
    expect(world.services.dialect.changes().noneSince(before, [stallTag(_id)])).toBe(false);
    for (const path of ["", "/products"]) {
      const closedAnswer = await world.call("GET", `/stall/${_id}${path}`);
      expect([closedAnswer.status, closedAnswer.body.error[0].code]).toEqual([404, "unknown_stall"]);
    }
    await world.call("POST", `/operator/merchants/${_id}/reinstate`, { token });
    expect((await world.call("GET", `/stall/${_id}`)).status).toBe(200);
  });
});
