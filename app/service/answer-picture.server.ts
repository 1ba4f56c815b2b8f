import { openImage } from "~/features/media/stored-files.server";
import { CACHED, fileAccess } from "./file-access.server";
import { theService } from "./the-service.server";

/**
 * Answers one size of a picture to whoever may see it, a smaller one to a browser that asks for less data. The page
 * itself is the same for both, so it can be kept; the pictures are what weighs.
 */
export async function answerPicture(request: Request, fileId: string, name: string): Promise<Response> {
  const service = await theService();
  const saving = request.headers.get("Save-Data") === "on";
  const access = await fileAccess(service, request, fileId);
  const file = access && (await openImage(service.services, fileId, name, { saving }));
  if (!file) return new Response("Not found.", { status: 404, headers: { "Content-Type": "text/plain" } });
  const kept: Record<string, string> = CACHED[access];
  return new Response(file.stream(), {
    headers: {
      "Content-Type": file.mime,
      "Content-Length": String(file.size),
      ...kept,
      Vary: kept.Vary ? `${kept.Vary}, Save-Data` : "Save-Data",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
