import sharp from "sharp";
import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { aPhoto, picturesOfPeople } from "../../../tests/fixtures/pictures-of-people";
import { aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("pictures of reviews and messages", (world) => {
  const { send, storedPictures, seenBy, sweep, isKept, aReview } = picturesOfPeople(world);

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
