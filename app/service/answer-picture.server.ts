import { openImage } from "~/features/media/stored-files.server";
import { CACHED, fileAccess } from "./file-access.server";
import { theService } from "./the-service.server";

/** Answers one size of a picture to whoever may see it. */
export async function answerPicture(request: Request, fileId: string, name: string): Promise<Response> {
  const service = await theService();
  const access = await fileAccess(service, request, fileId);
  const file = access && (await openImage(service.services, fileId, name));
  if (!file) return new Response("Not found.", { status: 404, headers: { "Content-Type": "text/plain" } });
  return new Response(file.stream(), {
    headers: {
      "Content-Type": file.mime,
      "Content-Length": String(file.size),
      ...CACHED[access],
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
