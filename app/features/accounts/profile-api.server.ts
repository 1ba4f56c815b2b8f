import { createRoute } from "@hono/zod-openapi";
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
import { multipartBody, multipartForm } from "~/platform/http/multipart-body.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { notAPicture } from "./errors.server";
import { asUser, recordOf } from "./log-in.server";
import { profileVersion, saveBilling, saveProfile } from "./profile.server";
import { billing, profile, user } from "./schema";

const tags = ["Accounts"];
const PROFILE_FIELDS = { texts: [...Object.keys(profile.shape), "intendedFileName"], files: ["intendedFile"] };
const withVersion = { 200: { ...answers(single(user))[200], headers: versionHeader } };

/** Calls of the profile and the billing address. */
export const profileApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user",
      operationId: "getProfile",
      tags,
      summary: "The signed-in user",
      ...onlyFor(...EVERY_ROLE),
      responses: withVersion,
    }),
    async (c) => {
      const data = await asUser(c.var.services, await recordOf(c));
      return c.json({ data }, 200, { ETag: profileVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user",
      operationId: "saveProfile",
      ...mayRefuse("too_many_tries", ["unknown_category", 422], "not_an_image", "changed_meanwhile", ...FILE_REFUSALS),
      ...ifMatch,
      tags,
      summary: "Save the profile",
      ...onlyFor(...EVERY_ROLE),
      description:
        "multipart/form-data with firstName, lastName, username, telephone, storeName, businessAddress, businessCategory (repeated or with commas), intendedFileName (image), intendedFile. What is not sent stays.",
      request: multipartBody(PROFILE_FIELDS),
      responses: withVersion,
    }),
    async (c) => {
      const record = await recordOf(c);
      const { fields, picture } = await profileSent(c);
      const data = await saveProfile(c.var.services, record, fields, picture, expectedBy(c, fields));
      return c.json({ data }, 200, { ETag: profileVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/billing",
      operationId: "saveBillingAddress",
      ...mayRefuse("changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Save the billing address",
      description: "The whole of it: what is not sent is emptied.",
      ...onlyFor(...EVERY_ROLE),
      request: json(billing),
      responses: withVersion,
    }),
    async (c) => {
      const payload = c.req.valid("json");
      const data = await saveBilling(c.var.services, (await recordOf(c))._id, payload, expectedBy(c, payload));
      return c.json({ data }, 200, { ETag: profileVersion(data) });
    },
  );

/** The text fields and the picture of a multipart profile. */
async function profileSent(c: ApiContext) {
  const form = await multipartForm(c, PROFILE_FIELDS);
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
  if (!parsed.success) throw invalid(parsed.error, fields);
  const file = form.get("intendedFile");
  if (typeof file === "string" && file !== "") throw notAPicture();
  // A browser sends an unnamed empty file when none was chosen.
  const upload = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: upload && new Uint8Array(await upload.arrayBuffer()) };
}
