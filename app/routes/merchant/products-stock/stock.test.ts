import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { cookiesOf } from "~/session/cookies.server";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { served } from "../../../../tests/fixtures/served";
import { aProduct, aUser, stockOf } from "../../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../../tests/fixtures/world";
import * as screen from "./route";

const ADDRESS = "/merchant/products/stock";

/** Sends the page's form with other values in some fields, by one of its buttons. */
async function press(world: World, token: string, intent: string, fields: Record<string, string>) {
  const html = await htmlOf(world, screen, ADDRESS, token);
  const form = new FormData();
  for (const [, name, value] of html.matchAll(/name="(rows\.[^"]*)"[^>]*value="([^"]*)"/g)) form.set(name!, value!);
  for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
  const cookie = (await cookiesOf(world.services.config).authToken.serialize(token)).split(";")[0] ?? "";
  const request = new Request(`http://shop.test${ADDRESS}`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: form,
  });
  return served(world, () => screen.action({ request, params: {}, context: {} as AppLoadContext }));
}

onBothDatabases("the stock of a stall", (world) => {
  test("is saved by the − and + of a row where no script counts, with what was typed in the others", async () => {
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const [eggs, jam] = [
      await aProduct(world, { merchantId, title: "Eggs", quantity: 4 }),
      await aProduct(world, { merchantId, title: "Jam", quantity: 1 }),
    ];
    await press(world, token, `more.p${eggs._id}`, { [`rows.p${jam._id}.quantity`]: "9" });
    expect([await stockOf(world, eggs._id), await stockOf(world, jam._id)]).toEqual([5, 9]);
    await press(world, token, `less.p${eggs._id}`, {});
    expect(await stockOf(world, eggs._id)).toBe(4);
  });

  test("ends at none, and a row says where nothing or little is left", async () => {
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const eggs = await aProduct(world, { merchantId, title: "Eggs", quantity: 0 });
    await press(world, token, `less.p${eggs._id}`, {});
    expect(await stockOf(world, eggs._id)).toBe(0);
    expect(await htmlOf(world, screen, ADDRESS, token)).toContain("Out of stock");
    await press(world, token, "stock", { [`rows.p${eggs._id}.quantity`]: "2" });
    const html = await htmlOf(world, screen, ADDRESS, token);
    expect([html.includes("Out of stock"), html.includes("Low stock")]).toEqual([false, true]);
  });
});
