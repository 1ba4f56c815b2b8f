import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "./errors.server";
import { image } from "~/features/fields";
import { answers, created, mayRefuse, newApi, onlyFor, signedIn, type ApiContext } from "~/platform/http/api.server";
import { carryOn, finishUpload } from "./resumable.server";
import { video } from "./schema";
import { storedFiles } from "./stored-files.server";
import { pictureBody, takeFiles, takePictures, uploadBody } from "./take-files.server";

const query = z.object({ ids: z.string().max(500, "At most 20 ids.").describe("Ids with commas between them.") });

export const mediaApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/file",
      operationId: "listMyFiles",
      tags: ["Files"],
      summary: "My files by their ids",
      ...onlyFor("merchant"),
      request: { query: query },
      responses: answers(z.object({ data: z.object({ images: z.array(image), videos: z.array(video) }) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await storedFiles(c.var.services, _id, c.req.valid("query").ids.split(",")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/file",
      operationId: "uploadFiles",
      ...mayRefuse("too_many_tries", ...FILE_REFUSALS),
      tags: ["Files"],
      summary: "Store images or a video for a product",
      ...onlyFor("merchant"),
      description:
        "What no product shows is removed after a day. Sent again with the same Idempotency-Key, the same file gets the same id.",
      request: { body: uploadBody },
      responses: created(
        z.object({ data: z.union([z.array(image), video]) }),
        "The stored image references, or the video reference.",
      ),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json(
        { data: await takeFiles(c.var.services, c.req.raw, { ownerId: _id, key: c.req.header("Idempotency-Key") }) },
        201,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/pictures",
      operationId: "uploadPictures",
      ...mayRefuse("too_many_tries", ...FILE_REFUSALS),
      tags: ["Files"],
      summary: "Store pictures for a review or a message",
      ...onlyFor("buyer", "merchant"),
      description:
        "What nothing shows is removed after a day. Sent again with the same Idempotency-Key, the same file gets the same id.",
      request: { body: pictureBody },
      responses: created(z.object({ data: z.array(image) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer", "merchant");
      const upload = { ownerId: _id, key: c.req.header("Idempotency-Key") };
      return c.json({ data: await takePictures(c.var.services, c.req.raw, upload) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/file/resumable/{uploadId}/finish",
      operationId: "finishUpload",
      ...mayRefuse("too_many_tries", "unknown_upload", "upload_unfinished", ...FILE_REFUSALS),
      tags: ["Files"],
      summary: "Store a file that was sent piece by piece",
      ...onlyFor("merchant"),
      description:
        "Send the pieces by the tus protocol (version 1.0, creation and termination) to /api/v1/file/resumable, with `intendedFileName` (`image` or `video`) in Upload-Metadata. Asked again, it answers the same.",
      request: { params: z.object({ uploadId: z.string().max(100, "That is not an upload.") }) },
      responses: created(
        z.object({ data: z.union([image, video]) }),
        "The stored image reference, or the video reference.",
      ),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await finishUpload(c.var.services, _id, c.req.valid("param").uploadId) }, 201);
    },
  );

/** The tus protocol. Its requests are no JSON calls, so the document omits them. A HEAD request arrives as a GET. */
const tus = async (c: ApiContext) =>
  carryOn(c.var.services, (await signedIn(c, "merchant"))._id, c.req.param("uploadId") ?? null, c.req.raw);
mediaApi.post("/file/resumable", tus);
mediaApi.on(["GET", "PATCH", "DELETE"], "/file/resumable/:uploadId", tus);
