import sharp from "sharp";
import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { perAccount } from "./take-files.server";

const png = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();

/** Every form that brings a picture, except uploads for products. Each sends another text in a field of its own. */
const FORMS = [
  { what: "a portrait", privilege: "buyer", method: "PUT", path: "/user", field: "firstName" },
  { what: "a banner", privilege: "merchant", method: "PUT", path: "/user/stall", field: "words" },
  { what: "a category's picture", privilege: "operator", method: "POST", path: "/operator/categories", field: "title" },
] as const;

async function send(world: World, { method, path, field }: (typeof FORMS)[number], token: string, text: string) {
  const form = new FormData();
  form.append(field, text);
  form.append("intendedFile", new File([new Uint8Array(await png())], "me.png", { type: "image/png" }));
  return world.call(method, path, { token, form });
}

onBothDatabases(
  "what an account may upload in an hour",
  (world) => {
    test.each(FORMS)("counts $what", async (form) => {
      const user = await aUser(world, { privilege: form.privilege });
      expect((await send(world, form, user.token, "Nuts")).status).toBeLessThan(300);
      // All but one of the hour's uploads are used up.
      await world.services.rateLimiter.consume(perAccount, user._id, perAccount.points - 2);
      expect((await send(world, form, user.token, "Seeds")).status).toBeLessThan(300);
      const refusal = await send(world, form, user.token, "Oils");
      expect([refusal.status, refusal.body.error[0].code]).toEqual([429, "too_many_tries"]);
    });
  },
  { limits: true },
);
