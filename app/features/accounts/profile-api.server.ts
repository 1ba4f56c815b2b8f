import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { single } from "~/features/fields";
import {
  answers,
  EVERY_ROLE,
  invalid,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  type ApiContext,
} from "~/platform/http/api.server";
import { notAPicture } from "./errors.server";
import { asUser, recordOf } from "./log-in.server";
import { saveBilling, saveProfile } from "./profile.server";
import { billing, profile, user } from "./schema";

const tags = ["Accounts"];

/** Who somebody is, and where the bill goes. */
export const profileApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user",
      operationId: "getProfile",
      tags,
      summary: "The signed-in user",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(single(user)),
    }),
    async (c) => c.json({ data: await asUser(c.var.services, await recordOf(c)) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user",
      operationId: "saveProfile",
      ...mayRefuse(["unknown_category", 422], "not_an_image", ...FILE_REFUSALS),
      tags,
      summary: "Save the profile",
      ...onlyFor(...EVERY_ROLE),
      description:
        "multipart/form-data with firstName, lastName, username, telephone, storeName, businessAddress, businessCategory (repeated or with commas), intendedFileName (image), intendedFile. What is not sent stays.",
      request: { body: { required: true, content: { "multipart/form-data": { schema: z.object({}).loose() } } } },
      responses: answers(single(user)),
    }),
    async (c) => {
      const record = await recordOf(c);
      const { fields, picture } = await profileSent(c);
      return c.json({ data: await saveProfile(c.var.services, record, fields, picture) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/billing",
      operationId: "saveBillingAddress",
      tags,
      summary: "Save the billing address",
      description: "The whole of it: what is not sent is emptied.",
      ...onlyFor(...EVERY_ROLE),
      request: json(billing),
      responses: answers(single(user)),
    }),
    async (c) => c.json({ data: await saveBilling(c.var.services, (await recordOf(c))._id, c.req.valid("json")) }, 200),
  );

/** The text fields and the picture of a multipart profile. */
async function profileSent(c: ApiContext) {
  const form = await c.req.formData();
  const fields: Record<string, unknown> = {};
  for (const name of ["firstName", "lastName", "telephone", "username", "storeName", "businessAddress"]) {
    const value = form.get(name);
    if (value !== null) fields[name] = value;
  }
  const categories = form
    .getAll("businessCategory")
    .flatMap((value) => String(value).split(","))
    .map((value) => value.trim())
    .filter(Boolean);
  if (form.has("businessCategory")) fields["businessCategory"] = categories;
  const parsed = profile.safeParse(fields);
  if (!parsed.success) throw invalid(parsed.error);
  const file = form.get("intendedFile");
  if (typeof file === "string" && file !== "") throw notAPicture();
  // A browser sends an unnamed empty file when none was chosen.
  const chosen = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: chosen && new Uint8Array(await chosen.arrayBuffer()) };
}
