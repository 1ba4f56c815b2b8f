import { runningService } from "~/api/in-process.server";
import { openVideo, videoToPlay } from "~/features/media/stored-files.server";
import { CACHED, fileAccess } from "./file-access.server";
import { filesAway, shownElsewhere } from "./files-elsewhere.server";

/** Answers /media/{id} with a video to whoever may see it, whole or the part that a player asks for. */
export async function answerVideo(request: Request, fileId: string): Promise<Response> {
  const service = await runningService();
  const access = await fileAccess(service, request, fileId);
  const video = access && (await videoToPlay(service.services, fileId));
  if (!video) return notFound();
  const redirectUrl = shownElsewhere(service.config, access, `${fileId}/video`);
  if (redirectUrl) return redirectUrl;
  const headers = {
    "Content-Type": video.mime,
    "Accept-Ranges": "bytes",
    ...CACHED[access],
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  const range = request.headers.get("Range");
  const part = range === null ? null : partOf(range, video.size);
  if (part === "outside")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${video.size}` } });
  const file = await openVideo(service.services, fileId, part ?? undefined).catch(filesAway(service.services));
  if (file instanceof Response) return file;
  if (!file) return notFound();
  if (part === null)
    return new Response(file.stream, { headers: { ...headers, "Content-Length": String(video.size) } });
  return new Response(file.stream, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(part.end - part.start + 1),
      "Content-Range": `bytes ${part.start}-${part.end}/${video.size}`,
    },
  });
}

const notFound = () => new Response("Not found.", { status: 404, headers: { "Content-Type": "text/plain" } });

/** First and last byte of a `Range` of one part. Null for a header to ignore, such as one with several parts. */
export function partOf(range: string, size: number): { start: number; end: number } | "outside" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === "" && last === "") return null;
  // "-500" are the last 500 bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  return start >= size || end < start ? "outside" : { start, end };
}
