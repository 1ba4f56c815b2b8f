import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { id, single } from "~/features/fields";
import { pageQuery } from "~/features/pagination";
import {
  answers,
  type ApiContext,
  invalid,
  mayRefuse,
  newApi,
  onlyFor,
  readByAll,
  signedIn,
} from "~/platform/http/api.server";
import { multipartBody, multipartForm } from "~/platform/http/multipart-body.server";
import { etagOf, expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { bannerMissing } from "./errors.server";
import { ownStall, publicStall, stallsWithGoods } from "./public-stall.server";
import { saveStall } from "./save-stall.server";
import { stall, stallForm } from "./schema";

const tags = ["Stalls"];
const STALL_FIELDS = { texts: Object.keys(stallForm.shape), files: ["intendedFile"] };
const withVersion = { 200: { ...answers(single(stall))[200], headers: versionHeader } };

export const stallsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/stall/{id}",
      operationId: "getStall",
      ...readByAll(),
      ...mayRefuse("unknown_stall"),
      tags,
      summary: "A merchant's stall as anyone sees it",
      description:
        "Refused with unknown_stall (404) where there is none, or where it is suspended. While it is on holiday its " +
        "products can be seen and not bought: carts say closed, and the checkout and an open payment page refuse with " +
        "stall_closed (409) before anything is charged.",
      request: { params: z.object({ id }) },
      responses: answers(single(stall)),
    }),
    async (c) => c.json({ data: await publicStall(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/stall",
      operationId: "listStalls",
      ...readByAll(),
      tags,
      summary: "Ids of all open stalls that have something on sale, 10,000 a page",
      request: { query: pageQuery },
      responses: answers(single(z.object({ docs: z.array(z.object({ _id: z.string() })) }))),
    }),
    async (c) => c.json({ data: { docs: await stallsWithGoods(c.var.services, c.req.valid("query").page) } }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/stall",
      operationId: "getOwnStall",
      tags,
      summary: "The signed-in merchant's own stall",
      ...onlyFor("merchant"),
      responses: withVersion,
    }),
    async (c) => {
      const data = await ownStall(c.var.services, (await signedIn(c, "merchant"))._id);
      return c.json({ data }, 200, { ETag: etagOf(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/stall",
      operationId: "saveOwnStall",
      ...mayRefuse("holiday_over", "not_an_image", "changed_meanwhile", ...FILE_REFUSALS),
      ...ifMatch,
      tags,
      summary: "Save what the stall's page shows, and its holiday",
      description:
        "multipart/form-data with words, place, opening, holidayFrom and holidayUntil (days, both counted, in the " +
        "marketplace's time zone), intendedFile (the banner), removeBanner (on). What is not sent is emptied, but for " +
        "the banner, which stays. Refused with holiday_over (422) where the last day is past.",
      ...onlyFor("merchant"),
      request: multipartBody(STALL_FIELDS),
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { fields, picture } = await stallSent(c);
      const data = await saveStall(c.var.services, merchant._id, fields, picture, expectedBy(c, fields));
      return c.json({ data }, 200, { ETag: etagOf(data) });
    },
  );

/** The text fields and the banner of a stall in a multipart request. */
async function stallSent(c: ApiContext) {
  const form = await multipartForm(c, STALL_FIELDS);
  const { intendedFile: file, ...texts } = Object.fromEntries(form);
  const parsed = stallForm.safeParse(texts);
  if (!parsed.success) throw invalid(parsed.error, texts);
  if (typeof file === "string" && file !== "") throw bannerMissing();
  // A browser sends an unnamed empty file when none was chosen.
  const upload = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: upload && new Uint8Array(await upload.arrayBuffer()) };
}
