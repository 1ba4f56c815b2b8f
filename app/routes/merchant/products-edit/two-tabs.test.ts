import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { cookiesOf } from "~/session/cookies.server";
import { served } from "../../../../tests/fixtures/served";
import { aCategory, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../../tests/fixtures/world";
import { action, loader } from "./route";

const TEXTS = {
  title: "Apples of the hill",
  description: "Picked at dawn and sold the same day.",
  amount: "2.00",
  sku: "FRU-1",
  barcode: "2900000000017",
};

/** A product on sale, and its editor as a browser without scripts opens and posts it. */
async function anEditor(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const { _id: category } = await aCategory(world, "Fruit");
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: category })
    .execute();
  const body = { ...TEXTS, quantity: 44, category };
  const product = (await world.call("POST", "/product/manage-product", { token, body })).body.data._id as string;
  await world.services.db
    .updateTable("products")
    .set({ availType: "published", isPublic: 1 })
    .where("_id", "=", product)
    .execute();
  const { authToken } = cookiesOf(world.services.config);
  const cookie = (await authToken.serialize(token)).split(";")[0] ?? "";
  const request = (form?: FormData) => ({
    request: new Request(`http://shop.test/merchant/products/${product}/edit`, {
      headers: { Cookie: cookie },
      ...(form && { method: "POST", body: form }),
    }),
    params: { productId: product },
    context: {} as AppLoadContext,
  });
  /** The page as it is now, as the form in it. */
  const open = () =>
    served(world, async () => {
      const { product: shown, opened } = await loader(request());
      const form = new FormData();
      const { quantity, stockVersion } = shown;
      const texts = { ...TEXTS, title: (shown.waiting ?? shown).title, amount: shown.amount.toFixed(2) };
      const figures = { quantity, quantityBefore: quantity, stockVersion };
      const rest = {
        category,
        availType: shown.availType,
        isPhysical: "on",
        taxClass: "standard",
        discountType: "none",
      };
      const fields = { ...texts, barcode: shown.barcode, ...figures, ...rest, _opened: opened };
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      return form;
    });
  const press = (form: FormData, typed: Record<string, string>) =>
    served(world, async () => {
      for (const [name, value] of Object.entries(typed)) form.set(name, value);
      const answer: any = await action(request(form));
      if (answer instanceof Response) return { status: answer.status, conflicts: [] };
      return { status: answer.init?.status ?? 200, conflicts: answer.data.conflicts ?? [] };
    });
  const saved = async () => (await world.call("GET", `/product/manage-product/${product}`, { token })).body.data;
  return { open, press, saved };
}

onBothDatabases("a product that is open in two tabs", (world) => {
  test("keeps the price that was set in one when a barcode is corrected in the other, and the title that waits", async () => {
    const { open, press, saved } = await anEditor(world);
    const [first, second] = [await open(), await open()];
    expect((await press(first, { amount: "3.50", title: "Apples of the valley" })).status).toBe(303);
    expect((await press(second, { barcode: "2900000000024" })).status).toBe(303);
    expect(await saved()).toMatchObject({
      amount: 3.5,
      barcode: "2900000000024",
      waiting: { title: "Apples of the valley" },
    });
  });

  test("asks which of two prices holds, changes nothing until it is told, and takes either", async () => {
    const { open, press, saved } = await anEditor(world);
    for (const holds of ["typed", "saved"] as const) {
      const [first, second] = [await open(), await open()];
      const [one, other] = holds === "typed" ? ["3.50", "4.00"] : ["5.00", "6.00"];
      await press(first, { amount: one });
      const answer = await press(second, { amount: other });
      expect([answer.status, answer.conflicts.length]).toEqual([412, 1]);
      expect(answer.conflicts[0]).toMatchObject({ name: "amount", typed: other, saved: one });
      // Without an answer, the question comes again.
      expect((await press(second, {})).status).toBe(412);
      expect((await saved()).amount).toBe(Number(one));
      const { name, values } = answer.conflicts[0].choice;
      expect((await press(second, { [name]: values[holds] })).status).toBe(303);
      expect((await saved()).amount).toBe(Number(holds === "typed" ? other : one));
    }
  });

  test("keeps another's count where the stock was left alone, and asks where both counted", async () => {
    const { open, press, saved } = await anEditor(world);
    const [first, second, third] = [await open(), await open(), await open()];
    await press(first, { quantity: "34" });
    expect((await press(second, { amount: "3.50" })).status).toBe(303);
    expect(await saved()).toMatchObject({ amount: 3.5, quantity: 34 });
    const answer = await press(third, { quantity: "30" });
    expect([answer.status, answer.conflicts.map(({ name }: { name: string }) => name)]).toEqual([412, ["quantity"]]);
    const { name, values } = answer.conflicts[0].choice;
    expect((await press(third, { [name]: values.typed })).status).toBe(303);
    expect(await saved()).toMatchObject({ amount: 3.5, quantity: 30 });
  });

  test("settles what both typed alike", async () => {
    const { open, press, saved } = await anEditor(world);
    const [first, second] = [await open(), await open()];
    await press(first, { quantity: "34", amount: "3.00" });
    expect((await press(second, { quantity: "34", amount: "3.00" })).status).toBe(303);
    expect(await saved()).toMatchObject({ amount: 3, quantity: 34 });
  });
});
