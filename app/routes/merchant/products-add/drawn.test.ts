import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { cookiesOf } from "~/session/cookies.server";
import { served } from "../../../../tests/fixtures/served";
import { aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { action } from "./route";

const GONE = "0123456789abcdef01234567";
const DRAFT = {
  _key: "the-draft-s-own",
  title: "Apples of the hill",
  amount: "twelve",
  "image[0]": GONE,
  video: GONE,
  "variations[0].variation": "Crate",
  "variations[1].variation": "Bundle",
};

onBothDatabases("a product's form that is to be drawn as it stands", (world) => {
  test("keeps its rows and its key, tells no errors, lets go of files that are gone, and saves nothing", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const { authToken } = cookiesOf(world.services.config);
    const cookie = (await authToken.serialize(token)).split(";")[0] ?? "";
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...DRAFT, intent: "draw" })) body.set(name, value);
    const request = new Request("http://shop.test/merchant/products/add", {
      method: "POST",
      headers: { Cookie: cookie },
      body,
    });
    const answer: any = await served(world, () => action({ request, params: {}, context: {} as AppLoadContext }));
    expect(answer.data).toMatchObject({ key: DRAFT._key, files: { images: [], videos: [] } });
    expect(answer.data.lastResult).toEqual({
      initialValue: {
        title: DRAFT.title,
        amount: DRAFT.amount,
        variations: [{ variation: "Crate" }, { variation: "Bundle" }],
      },
    });
    const { docs } = (await world.call("GET", "/product/manage-product", { token })).body.data;
    expect(docs).toEqual([]);
  });
});
