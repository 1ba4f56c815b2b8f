import type { Access } from "~/features/media/who-may-open.server";
import { ensureShared } from "~/features/media/shared-picture.server";
import { imageKeys, openImage, SHARED } from "~/features/media/stored-files.server";
import { CACHED, fileAccess } from "./file-access.server";
import { filesAway, shownElsewhere } from "./files-elsewhere.server";
import { runningService, type Service } from "~/api/in-process.server";

/**
 * Answers one size of a picture to whoever may see it. A browser that asks for less data gets a smaller one. The page
 * is the same for both, so it can be cached; the pictures are most of the data.
 */
export async function answerPicture(request: Request, fileId: string, name: string): Promise<Response> {
  const service = await runningService();
  const saving = request.headers.get("Save-Data") === "on";
  const access = await fileAccess(service, request, fileId);
  if (access && name === SHARED) {
    const outcome = await ensureShared(service.services, fileId).catch(filesAway(service.services));
    if (outcome instanceof Response) return outcome;
    if (!outcome) return notThere();
  }
  const redirectUrl = access && (await imageElsewhere(service, access, imageKeys(fileId, name, saving)));
  if (redirectUrl) return redirectUrl;
  const file =
    access && (await openImage(service.services, fileId, name, { saving }).catch(filesAway(service.services)));
  if (file instanceof Response) return file;
  if (!file) return notThere();
  const cacheHeaders: Record<string, string> = CACHED[access];
  return new Response(file.stream, {
    headers: {
      "Content-Type": file.mime,
      "Content-Length": String(file.size),
      ...cacheHeaders,
      Vary: cacheHeaders.Vary ? `${cacheHeaders.Vary}, Save-Data` : "Save-Data",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

const notThere = () => new Response("Not found.", { status: 404, headers: { "Content-Type": "text/plain" } });

/** A redirect to a picture at the CDN, or null. `keys` are its sizes: the first, or the next if that does not exist. */
async function imageElsewhere({ config, services }: Service, access: Access, keys: string[]): Promise<Response | null> {
  const [first, ...smallerKeys] = keys;
  if (first === undefined || config.files.publicUrl === null) return null;
  const key = smallerKeys.length > 0 && (await services.files.sizeOf(first)) === null ? smallerKeys[0] : first;
  const way = shownElsewhere(config, access, key ?? first);
  way?.headers.set("Vary", "Save-Data");
  return way;
}
