import sharp from "sharp";
import { expect, test } from "vitest";
import { beforeNextTransaction } from "../../../tests/fixtures/meanwhile";
import { ADDRESS, aCategory, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();

function save(
  world: World,
  token: string,
  fields: Record<string, string | string[]>,
  picture?: { bytes: Uint8Array; name: string; type?: string },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  if (picture) {
    form.set("intendedFileName", "image");
    form.set(
      "intendedFile",
      new File([new Uint8Array(picture.bytes)], picture.name, { type: picture.type ?? "image/png" }),
    );
  }
  return world.call("PUT", "/user", { token, form });
}

onBothDatabases("the profile", (world) => {
  test("what is sent is saved, and what is not sent stays", async () => {
    const category = await aCategory(world, "Bakery");
    const merchant = await aUser(world, { privilege: "merchant", telephone: "5550100" });
    await save(world, merchant.token, {
      username: "mill",
      storeName: "The Mill",
      businessAddress: "1 Mill Lane",
      businessCategory: [category._id],
    });
    const answer = await save(world, merchant.token, { firstName: "Grace" });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      firstName: "Grace",
      lastName: "Byron",
      telephone: "5550100",
      username: "mill",
      storeName: "The Mill",
      businessAddress: "1 Mill Lane",
      businessCategory: [category._id],
    });
    expect((await world.call("GET", "/user", { token: merchant.token })).body.data).toEqual(answer.body.data);
  });

  test("an empty text empties a field that may be empty", async () => {
    const merchant = await aUser(world, { privilege: "merchant", telephone: "5550100" });
    await save(world, merchant.token, { username: "mill" });
    expect((await save(world, merchant.token, { telephone: "", username: "" })).body.data).toMatchObject({
      telephone: "",
      username: "",
    });
  });

  test("categories come as repeated fields or with commas between them", async () => {
    const [a, b] = [await aCategory(world, "Bakery"), await aCategory(world, "Dairy")];
    const merchant = await aUser(world, { privilege: "merchant" });
    for (const idList of [[a._id, b._id], [`${a._id}, ${b._id}`], [a._id, b._id, a._id]]) {
      expect((await save(world, merchant.token, { businessCategory: idList })).body.data.businessCategory).toEqual(
        [a._id, b._id].toSorted(),
      );
    }
  });

  test("a buyer has no store, whatever is sent", async () => {
    const buyer = await aUser(world);
    for (const [name, value] of Object.entries({ privilege: "operator", email: "other@example.com", extras: "{}" })) {
      const answer = await save(world, buyer.token, { firstName: "Eve", [name]: value });
      expect([answer.status, answer.body.error[0].field]).toEqual([422, name]);
    }
    const answer = await save(world, buyer.token, { firstName: "Grace", storeName: "Mine" });
    expect(answer.body.data).toMatchObject({
      firstName: "Grace",
      storeName: "",
      privilege: "buyer",
      email: buyer.email,
    });
  });

  test.each<[Record<string, string>, string, string]>([
    [{ firstName: " " }, "firstName", "First Name is required"],
    [{ telephone: "call me" }, "telephone", "Phone can only have digits."],
    [{ telephone: "1".repeat(21) }, "telephone", "Phone can have at most 20 digits."],
    [{ businessCategory: "" }, "businessCategory", "At least one business category is required"],
    [{ businessCategory: "bread" }, "businessCategory.0", "That is not an id."],
    [
      { businessCategory: "0123456789abcdef01234567" },
      "businessCategory",
      "One of the business categories does not exist.",
    ],
    [{ storeName: "x".repeat(121) }, "storeName", "Store name can have at most 120 characters."],
    [{ firstName: "Ada\u0000" }, "firstName", "There is a character in it that cannot be used."],
    [{ intendedFile: "a text" }, "intendedFile", "File type must be .png,.jpg,.jpeg"],
  ])("%j is refused at %s: %s", async (fields, field, message) => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const refusal = await save(world, merchant.token, fields);
    expect(refusal.status).toBe("intendedFile" in fields ? 415 : 422);
    expect(refusal.body.error).toContainEqual({ field, message, code: expect.any(String) });
    expect((await world.call("GET", "/user", { token: merchant.token })).body.data).toMatchObject({
      firstName: "Ada",
      telephone: "",
    });
  });

  test("a picture is cut square, shown at once, and replaced by the next one", async () => {
    const user = await aUser(world);
    const first = (await save(world, user.token, {}, { bytes: await png(900, 600), name: "me.png" })).body.data.image;
    expect(first).toMatchObject({
      width: 600,
      height: 600,
      url: expect.stringMatching(/^\/media\/[0-9a-f]{24}\/\d+\.webp$/),
    });
    expect(first.playback_url).toBe(first.url);
    const second = (await save(world, user.token, { firstName: "Grace" }, { bytes: await png(64, 64), name: "me.png" }))
      .body.data;
    expect(second.firstName).toBe("Grace");
    expect(second.image._id).not.toBe(first._id);
    const files = await world.services.db
      .selectFrom("files")
      .select(["_id", "attached", "ownerId"])
      .orderBy("attached")
      .execute();
    expect(files).toEqual([
      { _id: first._id, attached: 0, ownerId: user._id },
      { _id: second.image._id, attached: 1, ownerId: user._id },
    ]);
  });

  test.each(["a name", "another picture"])(
    "%s that is saved beside a picture leaves the newest, and no other is kept",
    async (pictureKind) => {
      const user = await aUser(world);
      const picture = { bytes: await png(64, 64), name: "me.png" };
      await save(world, user.token, {}, picture);
      const beside: Awaited<ReturnType<typeof save>>[] = [];
      beforeNextTransaction(world, async () => {
        const savedProfile = await save(world, user.token, {}, picture);
        beside.push(savedProfile);
        return savedProfile;
      });
      const { image } = (
        await save(world, user.token, { firstName: "Grace" }, pictureKind === "a name" ? undefined : picture)
      ).body.data;
      if (pictureKind === "a name") expect(image).toEqual(beside[0]?.body.data.image);
      const attachedFiles = await world.services.db
        .selectFrom("files")
        .select("_id")
        .where("attached", "=", 1)
        .execute();
      expect(attachedFiles).toEqual([{ _id: image._id }]);
    },
  );

  test("a browser's empty file field changes nothing", async () => {
    const user = await aUser(world);
    const { image } = (await save(world, user.token, {}, { bytes: await png(64, 64), name: "me.png" })).body.data;
    const secondSave = await save(
      world,
      user.token,
      { lastName: "Lovelace" },
      { bytes: new Uint8Array(), name: "", type: "application/octet-stream" },
    );
    expect(secondSave.body.data).toMatchObject({ lastName: "Lovelace", image });
  });

  test("a refused field keeps the picture out, and a refused picture the fields", async () => {
    const user = await aUser(world);
    expect(
      (await save(world, user.token, { firstName: "" }, { bytes: await png(64, 64), name: "me.png" })).status,
    ).toBe(422);
    expect(
      (await save(world, user.token, { firstName: "Grace" }, { bytes: Buffer.from("hello"), name: "me.png" })).status,
    ).toBe(415);
    expect((await world.call("GET", "/user", { token: user.token })).body.data.firstName).toBe("Ada");
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(0);
  });

  test("another kind of body is not read as a profile", async () => {
    const user = await aUser(world);
    expect((await world.call("PUT", "/user", { token: user.token, body: { firstName: "Grace" } })).status).toBe(415);
    for (const key of [undefined, "profile-key-1"]) {
      const broken = await world.call("PUT", "/user", {
        token: user.token,
        body: "--x\r\nnot a form",
        headers: { "Content-Type": "multipart/form-data; boundary=y", ...(key && { "Idempotency-Key": key }) },
      });
      expect([broken.status, broken.body.error?.[0].code]).toEqual([400, "unreadable"]);
    }
    const emptyAnswer = await world.call("PUT", "/user", { token: user.token });
    expect([emptyAnswer.status, emptyAnswer.body.error]).toEqual([
      400,
      [{ code: "no_body", message: "This call needs a body." }],
    ]);
  });
});

onBothDatabases("the billing address", (world) => {
  test("may carry any e-mail: only its numbers are checked", async () => {
    const user = await aUser(world);
    const { status, body } = await world.call("PUT", "/user/billing", {
      token: user.token,
      body: { ...ADDRESS, email: "ask at the bakery" },
    });
    expect([status, body.data.extras.email]).toEqual([200, "ask at the bakery"]);
  });

  test("is saved whole and comes back with the user", async () => {
    const user = await aUser(world);
    const answer = await world.call("PUT", "/user/billing", { token: user.token, body: ADDRESS });
    expect(answer.status).toBe(200);
    expect(answer.body.data.extras).toEqual(ADDRESS);
    expect((await world.call("GET", "/user", { token: user.token })).body.data.extras).toEqual(ADDRESS);
  });

  test("zip code and phone are digits in this country: the phone however it is grouped, the zip code as it is written there", async () => {
    const user = await aUser(world);
    const { extras } = (
      await world.call("PUT", "/user/billing", {
        token: user.token,
        body: { ...ADDRESS, zipCode: "05401-1234", telephone: "+1 (802) 555-0199" },
      })
    ).body.data;
    expect(extras).toMatchObject({ zipCode: "05401-1234", telephone: "+18025550199" });
    for (const [field, message] of [
      ["zipCode", "Zip code can only have digits in United States."],
      ["telephone", "Phone can only have digits."],
    ]) {
      const refusal = await world.call("PUT", "/user/billing", {
        token: user.token,
        body: { ...ADDRESS, [field as string]: "SW1A 1AA" },
      });
      expect([refusal.status, refusal.body.error]).toEqual([422, [{ field, message, code: "invalid" }]]);
    }
  });

  test("letters of every script and quotes are ordinary characters", async () => {
    const user = await aUser(world);
    const odd = {
      ...ADDRESS,
      firstName: "Zoë",
      lastName: "O'Brien-Иванова",
      streetAddress: '東京都 "1" <b>% _ \' or 1=1 --',
      companyName: "😀 & Söhne",
    };
    expect((await world.call("PUT", "/user/billing", { token: user.token, body: odd })).body.data.extras).toEqual(odd);
  });

  test("a body that is not there empties nothing", async () => {
    const user = await aUser(world);
    await world.call("PUT", "/user/billing", { token: user.token, body: ADDRESS });
    expect((await world.call("PUT", "/user/billing", { token: user.token })).body.error[0].code).toBe("no_body");
    const form = new FormData();
    form.set("firstName", "Grace");
    expect((await world.call("PUT", "/user/billing", { token: user.token, form })).status).toBe(415);
    expect((await world.call("GET", "/user", { token: user.token })).body.data.extras).toEqual(ADDRESS);
  });
});

onBothDatabases("a stall's name in the shop", (world) => {
  test("is the one that was saved last, also where that save knew of none before it", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, { merchantId: merchant._id });
    const shownStoreName = async () =>
      (await world.call("GET", `/product/general/${product._id}`)).body.data.merchant.storeName;
    const first = await shownStoreName();
    // Another save commits after this one has read the user and before its transaction begins.
    beforeNextTransaction(world, async () => {
      const savedProfile = await save(world, merchant.token, { storeName: "New Name" });
      expect(await shownStoreName()).toBe("New Name");
      return savedProfile;
    });
    expect((await save(world, merchant.token, { storeName: first })).status).toBe(200);
    expect(await shownStoreName()).toBe(first);
  });
});
