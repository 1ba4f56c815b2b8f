import { openImage } from "~/features/media/stored-files.server";
import { theService } from "./the-service.server";

/** Answers one size of a picture. What an id names never changes, so it may be kept for ever. */
export async function answerPicture(fileId: string, name: string): Promise<Response> {
  const { services } = await theService();
  const file = await openImage(services, fileId, name);
  if (!file) return new Response("Not found.", { status: 404, headers: { "Content-Type": "text/plain" } });
  return new Response(file.stream(), {
    headers: {
      "Content-Type": file.mime,
      "Content-Length": String(file.size),
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
