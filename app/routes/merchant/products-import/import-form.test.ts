import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { cookiesOf } from "~/session/cookies.server";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { served } from "../../../../tests/fixtures/served";
import { aStall } from "../../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as report from "../products-import-report/route";
import * as screen from "./route";

const ADDRESS = "/merchant/products/import";

onBothDatabases("the form of an import", (world) => {
  test("takes a category for rows without one, which the report names and offers for the next file", async () => {
    const { token, category } = await aStall(world);
    expect(await htmlOf(world, screen, ADDRESS, token)).toContain("Category for rows without one");
    const form = new FormData();
    form.set("category", category._id);
    form.set("file", new File(["SKU,Title,Description,Price,Quantity,Barcode\nA,,,1.00,1,\n"], "a.csv"));
    const cookie = (await cookiesOf(world.services.config).authToken.serialize(token)).split(";")[0] ?? "";
    const request = new Request(`http://shop.test${ADDRESS}`, {
      method: "POST",
      headers: { Cookie: cookie },
      body: form,
    });
    const answer = await served(world, () => screen.action({ request, params: {}, context: {} as AppLoadContext }));
    const address = answer instanceof Response ? (answer.headers.get("Location") ?? "") : "";
    expect(address).toMatch(/^\/merchant\/products\/import\/\w+$/);
    const html = await htmlOf(world, report, address, token, { importId: address.split("/").at(-1) ?? "" });
    expect(html).toContain("<b>Vegetables</b>");
    expect(html).toMatch(new RegExp(`<option[^>]*value="${category._id}"[^>]*selected`));
  });
});
