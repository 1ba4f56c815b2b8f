import sharp from "sharp";
import { expect, test } from "vitest";
import { aCornStall } from "../../../tests/fixtures/corn-stall";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

async function aPhoto(world: World, token: string, colour: string): Promise<string> {
  const form = new FormData();
  form.set("intendedFileName", "image");
  form.append(
    "intendedFile[]",
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
            .png()
            .toBuffer(),
        ),
      ],
      "photo.png",
    ),
  );
  return (await world.call("POST", "/file", { token, form })).body.data[0]._id as string;
}

onBothDatabases("a merchant's products", (world) => {
  test("only one's own pictures can be shown, each in one place; what is let go of is swept", async () => {
    const { merchant, add, save } = await aCornStall(world);
    const [red, blue] = [await aPhoto(world, merchant.token, "#c33"), await aPhoto(world, merchant.token, "#33c")];
    const stranger = await aUser(world, { privilege: "merchant" });
    const foreign = await aPhoto(world, stranger.token, "#3c3");
    expect((await add({ image: [foreign] })).body.error[0]).toMatchObject({ code: "unknown_image", field: "image" });
    expect((await add({ image: ["0".repeat(24)] })).status).toBe(422);
    const addAnswer = await add({ image: [red, { _id: blue }] });
    expect(addAnswer.body.data.image.map((image: { _id: string }) => image._id)).toEqual([red, blue]);
    expect((await add({ sku: "B", image: [red] })).body.error[0].code).toBe("unknown_image");
    expect(
      (await add({ sku: "C", image: Array.from({ length: 9 }, (_, n) => String(n).repeat(24)) })).body.error[0],
    ).toMatchObject({ field: "image", message: "Too many files" });
    expect((await save(addAnswer.body.data._id, { image: [blue] })).body.data.image).toHaveLength(1);
    const attached = await world.services.db
      .selectFrom("files")
      .select("attached")
      .where("_id", "in", [red, blue])
      .orderBy("attached")
      .execute();
    expect(attached.map((file) => file.attached)).toEqual([0, 1]);
  });

  test("a picture added to a published product waits with the change, and is let go of when it is taken back", async () => {
    const { merchant, add, save, publish } = await aCornStall(world);
    const [red, blue] = [await aPhoto(world, merchant.token, "#c33"), await aPhoto(world, merchant.token, "#33c")];
    const { _id } = (await add({ image: [red] })).body.data;
    await publish(_id);
    const saveAnswer = await save(_id, { availType: "published", image: [blue] });
    expect(saveAnswer.body.data).toMatchObject({ image: [{ _id: red }], waiting: { image: [{ _id: blue }] } });
    await save(_id, { availType: "published", image: [red] });
    const fileRows = await world.services.db.selectFrom("files").select(["_id", "attached"]).execute();
    expect(new Map(fileRows.map((file) => [file._id, file.attached]))).toEqual(
      new Map([
        [red, 1],
        [blue, 0],
      ]),
    );
  });
});
