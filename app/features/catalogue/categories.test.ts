import sharp from "sharp";
import { expect, test } from "vitest";
import { aCategory, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

function formOf(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function aPicture() {
  const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#1E7A3C" } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "green.png", { type: "image/png" });
}

const titles = async (world: World) =>
  (await world.call("GET", "/category")).body.data.docs.map((doc: { title: string }) => doc.title);
const search = async (world: World, q: string) =>
  (await world.call("GET", `/product/general?q=${encodeURIComponent(q)}`)).body.data.total;

onBothDatabases("categories", (world) => {
  test("a new one is the last in the shop at once, with its picture", async () => {
    const { token } = await anOperator(world);
    await aCategory(world, "Vegetables");
    expect(await titles(world)).toEqual(["Vegetables"]);
    const answer = await world.call("POST", "/operator/categories", {
      token,
      form: formOf({ title: " Mushrooms ", tint: "clay", intendedFile: await aPicture() }),
    });
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { title: "Mushrooms", tint: "clay", image: { width: 200 }, products: 0, stores: 0 },
    ]);
    expect(await titles(world)).toEqual(["Vegetables", "Mushrooms"]);
    expect((await world.services.db.selectFrom("files").select("attached").executeTakeFirstOrThrow()).attached).toBe(1);
  });

  test("a title that is there in any case, an empty one and what is no picture are refused", async () => {
    const { token } = await anOperator(world);
    await aCategory(world, "Vegetables");
    const refusal = async (fields: Record<string, string | Blob>) =>
      (await world.call("POST", "/operator/categories", { token, form: formOf(fields) })).body.error[0];
    expect(await refusal({ title: "vegetables" })).toMatchObject({ code: "same_title", field: "title" });
    expect(await refusal({ title: " " })).toMatchObject({ message: "Title is required", field: "title" });
    expect(await refusal({ title: "Fish", tint: "pink" })).toMatchObject({ field: "tint" });
    expect(await refusal({ title: "Fish", intendedFile: new File(["no picture"], "a.png") })).toMatchObject({
      field: "intendedFile",
    });
    expect(await titles(world)).toEqual(["Vegetables"]);
  });

  test("a new title is what search finds its products by, and no others change", async () => {
    const { token } = await anOperator(world);
    const leek = await aProduct(world, { title: "Vegetables of the week", tags: JSON.stringify(["Vegetables soup"]) });
    await aProduct(world, { title: "Trout", categoryTitle: "Fish" });
    const renamed = await world.call("PUT", `/operator/categories/${leek.categoryId}`, {
      token,
      form: formOf({ title: "Greenery", tint: "sky" }),
    });
    expect([renamed.status, renamed.body.data]).toMatchObject([200, { title: "Greenery", tint: "sky", products: 1 }]);
    expect([await search(world, "greenery"), await search(world, "vegetables"), await search(world, "fish")]).toEqual([
      1, 1, 1,
    ]);
    const { searchText } = await world.services.db
      .selectFrom("products")
      .select("searchText")
      .where("_id", "=", leek._id)
      .executeTakeFirstOrThrow();
    expect(searchText.split("\n").slice(0, 3)).toEqual([
      "vegetables of the week",
      "greenery",
      "vegetables soup\tvegetablessoup",
    ]);
    const log = await world.services.db.selectFrom("auditLog").selectAll().executeTakeFirstOrThrow();
    expect([log.action, log.actorName, log.subject, JSON.parse(log.details)]).toMatchObject([
      "category.changed",
      "Olive Hartman",
      "Greenery",
      { changes: [{ what: "Title", from: "Vegetables", to: "Greenery" }, { what: "Colour" }] },
    ]);
  });

  test("the picture before is swept once another has taken its place", async () => {
    const { token } = await anOperator(world);
    const category = (
      await world.call("POST", "/operator/categories", {
        token,
        form: formOf({ title: "Fish", intendedFile: await aPicture() }),
      })
    ).body.data;
    const changedCategory = (
      await world.call("PUT", `/operator/categories/${category._id}`, {
        token,
        form: formOf({ title: "Fish", tint: "sky", intendedFile: await aPicture() }),
      })
    ).body.data;
    expect(changedCategory.image._id).not.toBe(category.image._id);
    const files = await world.services.db.selectFrom("files").select(["_id", "attached"]).execute();
    expect(new Map(files.map((file) => [file._id, file.attached]))).toEqual(
      new Map([
        [category.image._id, 0],
        [changedCategory.image._id, 1],
      ]),
    );
  });

  test("moves up and down, and no further than the ends", async () => {
    const { token } = await anOperator(world);
    const [a, , c] = [
      await aCategory(world, "Apples"),
      await aCategory(world, "Bread"),
      await aCategory(world, "Cheese"),
    ];
    const move = (id: string, direction: string) =>
      world.call("POST", `/operator/categories/${id}/move`, { token, body: { direction } });
    await move(c._id, "up");
    expect(await titles(world)).toEqual(["Apples", "Cheese", "Bread"]);
    await move(a._id, "down");
    expect(await titles(world)).toEqual(["Cheese", "Apples", "Bread"]);
    expect((await move(c._id, "up")).status).toBe(200);
    expect(await titles(world)).toEqual(["Cheese", "Apples", "Bread"]);
    expect((await move(c._id, "sideways")).status).toBe(422);
    expect((await move("0".repeat(24), "up")).status).toBe(404);
  });

  test("goes when nothing is in it; else it says what is", async () => {
    const { token } = await anOperator(world);
    const [empty, full, stalls, cakes] = [
      await aCategory(world, "Empty"),
      await aCategory(world, "Vegetables"),
      await aCategory(world, "Stalls"),
      await aCategory(world, "Wanted"),
    ];
    const product = await aProduct(world, { deletedAt: "2026-03-01T00:00:00.000Z", isPublic: 0 });
    await world.services.db
      .insertInto("storeCategories")
      .values({ userId: product.merchantId, categoryId: stalls._id })
      .execute();
    await world.services.db
      .insertInto("productRevisions")
      .values({
        productId: product._id,
        payload: JSON.stringify({ categoryId: cakes._id }),
        submittedAt: product.createdAt,
      })
      .execute();
    const remove = (id: string) => world.call("DELETE", `/operator/categories/${id}`, { token });
    expect((await remove(empty._id)).status).toBe(200);
    expect((await remove(empty._id)).status).toBe(404);
    const refusals = [await remove(full._id), await remove(stalls._id), await remove(cakes._id)];
    expect(
      refusals.map((answer) => [answer.status, /in use: ([^.]+)\./.exec(answer.body.error[0].message)?.[1]]),
    ).toEqual([
      [409, "1 product"],
      [409, "1 stall"],
      [409, "1 waiting change"],
    ]);
    expect(await titles(world)).toEqual(["Vegetables", "Stalls", "Wanted"]);
  });
});
