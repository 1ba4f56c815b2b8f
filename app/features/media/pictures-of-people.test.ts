import sharp from "sharp";
import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { aDeliveredOrder } from "../../../tests/fixtures/reviews";
import { aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { linkWord } from "~/features/reviews/links.server";
import { sweepOrphans } from "./stored-files.server";
import { accessTo, type Viewer } from "./who-may-open.server";

const DAY = 86_400;
let shade = 0;

/** A picture with metadata about where it was taken. */
async function aPhoto(): Promise<File> {
  shade += 5;
  const ground = sharp({ create: { width: 400, height: 300, channels: 3, background: { r: shade, g: 9, b: 9 } } });
  const bytes = await ground
    .withExif({ IFD0: { Copyright: "At home" } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "bread.jpg", { type: "image/jpeg" });
}

onBothDatabases("pictures of reviews and messages", (world) => {
  const db = () => world.services.db;
  const send = (path: string, files: File[], token?: string) => {
    const form = new FormData();
    for (const file of files) form.append("intendedFile[]", file);
    return world.call("POST", path, { form, ...(token && { token }) });
  };
  const storedPictures = async (token: string, count = 1): Promise<string[]> => {
    const photos = await Promise.all(Array.from({ length: count }, aPhoto));
    const { body } = await send("/user/pictures", photos, token);
    return body.data.map(({ _id }: { _id: string }) => _id);
  };
  const seenBy = (fileId: string, viewer: Viewer) => accessTo(world.services, fileId, async () => viewer);
  const sweep = async () => {
    world.clock.forward(3 * DAY);
    await sweepOrphans(world.services);
  };
  const isKept = async (fileId: string) =>
    (await db().selectFrom("files").select("_id").where("_id", "=", fileId).execute()).length === 1;

  async function aReview() {
    const order = await aDeliveredOrder(world);
    const review = (pictures?: string[], text = "Good.") =>
      world.call("PUT", `/user/order-lines/${order.lineId}/review`, {
        token: order.buyer.token,
        body: { stars: 5, text, ...(pictures && { pictures }) },
      });
    const picturesOfReviews = async () => {
      const { data } = (await world.call("GET", `/product/general/${order.productId}/reviews`)).body;
      const reviews: { pictures: { _id: string }[] }[] = data.docs;
      return reviews.map(({ pictures }) => pictures.map(({ _id }) => _id));
    };
    const token = await issueToken(db(), world.services, order.merchantId);
    return { ...order, token, review, picturesOfReviews };
  }

  test("stand with a review, up to third, and are nobody's but its writer's before", async () => {
    const { buyer, review, picturesOfReviews } = await aReview();
    const [first, second, third, fourth] = (await storedPictures(buyer.token, 4)) as [string, string, string, string];
    expect([await seenBy(first, null), await seenBy(first, { ...buyer, privilege: "buyer" })]).toEqual([null, "own"]);
    expect((await review([first, second, third, fourth])).status).toBe(422);
    expect(statusAndCode(await review(await storedPictures((await aUser(world)).token)))).toEqual([
      422,
      "unknown_picture",
    ]);
    expect((await review([first, second, third])).status).toBe(200);
    expect((await review([first, second, third])).status).toBe(200);
    expect(await picturesOfReviews()).toEqual([[first, second, third]]);
    expect(await seenBy(first, null)).toBe("open");
    // Pictures that are left out of the payload stay. A list replaces all of them.
    await review(undefined, "Very good.");
    expect(await picturesOfReviews()).toEqual([[first, second, third]]);
    await review([third], "Very good.");
    expect(await picturesOfReviews()).toEqual([[third]]);
    expect(await seenBy(first, null)).toBeNull();
    await sweep();
    expect([await isKept(first), await isKept(third), await isKept(fourth)]).toEqual([false, true, false]);
  });

  test("are hidden with a review, shown again with it, and gone with the account while the words stay", async () => {
    const { buyer, review, picturesOfReviews } = await aReview();
    const operator = await aUser(world, { privilege: "operator" });
    const [picture] = (await storedPictures(buyer.token)) as [string];
    await review([picture]);
    const { _id } = await db().selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
    expect(await seenBy(picture, null)).toBe("open");
    const decide = (step: string, body?: object) =>
      world.call("POST", `/operator/customer-reviews/${_id}/${step}`, { token: operator.token, body });
    expect((await decide("hide", { reason: "Not this product." })).status).toBe(200);
    expect(await seenBy(picture, null)).toBeNull();
    expect((await decide("put-back")).status).toBe(200);
    expect(await seenBy(picture, null)).toBe("open");
    const copy = await world.call("GET", "/user/export", { token: buyer.token });
    expect(JSON.stringify(copy.body)).toContain(`/media/${picture}/`);
    await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    expect(await picturesOfReviews()).toEqual([[]]);
    await sweep();
    expect(await isKept(picture)).toBe(false);
  });

  test("come with a mailed link, without a login, until the product is reviewed", async () => {
    const { lineId, picturesOfReviews } = await aReview();
    const link = `/review-link/${linkWord(world.services, lineId)}`;
    const { status, body } = await send(`${link}/pictures`, [await aPhoto()]);
    expect(status).toBe(201);
    const pictures = body.data.map(({ _id }: { _id: string }) => _id);
    expect((await world.call("POST", link, { body: { stars: 4, text: "Fine.", pictures } })).status).toBe(201);
    expect(await picturesOfReviews()).toEqual([pictures]);
    expect(statusAndCode(await send(`${link}/pictures`, [await aPhoto()]))).toEqual([409, "link_used"]);
  });

  test("of messages are seen by the two sides alone, and by operators up to what was reported", async () => {
    const { buyer, merchantId, token, productId } = await aReview();
    const operator = { ...(await aUser(world, { privilege: "operator" })), privilege: "operator" };
    const [stall, stranger] = [
      { _id: merchantId, privilege: "merchant" },
      { ...(await aUser(world)), privilege: "buyer" },
    ];
    const [first] = (await storedPictures(buyer.token)) as [string];
    const question = { kind: "product", id: productId, text: "Is it sliced?", pictures: [first] };
    const answer = await world.call("POST", "/conversations", { token: buyer.token, body: question });
    expect(answer.status).toBe(201);
    const path = `/conversations/${answer.body.data._id}`;
    const accessOfAll = async (id: string) =>
      Promise.all(
        [buyer, stall, stranger, operator, null].map((viewer) =>
          seenBy(id, viewer && { privilege: "buyer", ...viewer }),
        ),
      );
    expect(await accessOfAll(first)).toEqual(["own", "own", null, null, null]);
    expect((await world.call("GET", path, { token })).body.data.messages[0].pictures).toMatchObject([{ _id: first }]);
    await world.call("POST", `${path}/reports`, { token, body: { reason: "Not nice." } });
    const [second] = (await storedPictures(buyer.token)) as [string];
    await world.call("POST", `${path}/messages`, {
      token: buyer.token,
      body: { text: "And now?", pictures: [second] },
    });
    expect(await accessOfAll(first)).toEqual(["own", "own", null, "own", null]);
    expect(await accessOfAll(second)).toEqual(["own", "own", null, null, null]);
    const five = await storedPictures(buyer.token, 5);
    const tooMany = { token: buyer.token, body: { text: "Five.", pictures: five } };
    expect((await world.call("POST", `${path}/messages`, tooMany)).status).toBe(422);
    await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    await sweep();
    expect([await isKept(first), await isKept(second)]).toEqual([false, false]);
    const { messages } = (await world.call("GET", path, { token })).body.data;
    expect(messages.map(({ text, pictures }: { text: string; pictures: unknown[] }) => [text, pictures])).toEqual([
      ["Is it sliced?", []],
      ["And now?", []],
    ]);
  });

  test("are stored once for a form that is sent again, and each file of a form is one", async () => {
    const { buyer } = await aReview();
    const [bread, crumb] = [await aPhoto(), await aPhoto()];
    const sendKeyed = async (file: File) => {
      const form = new FormData();
      form.append("intendedFile[]", file);
      const headers = { "Idempotency-Key": "form-key-0123456789" };
      return (await world.call("POST", "/user/pictures", { form, token: buyer.token, headers })).body.data[0]._id;
    };
    const [first, second] = [await sendKeyed(bread), await sendKeyed(crumb)];
    expect([await sendKeyed(bread), first === second]).toEqual([first, false]);
  });

  test("are refused where they are none, and lose what they say of their place", async () => {
    const { buyer } = await aReview();
    const film = new File([new Uint8Array(40).fill(1)], "film.mp4", { type: "video/mp4" });
    expect(statusAndCode(await send("/user/pictures", [film], buyer.token))).toEqual([415, "wrong_file_type"]);
    const [picture] = (await storedPictures(buyer.token)) as [string];
    const file = await world.services.files.open(`${picture}/400.webp`);
    const bytes = Buffer.from(await new Response(file!.stream).arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });
});
