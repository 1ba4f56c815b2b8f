import { ApiFailure, read, type Client } from "~/api/client";
import type { Image } from "~/features/fields";
import { MOST_IMAGES, TOO_MANY_FILES, type Video } from "~/features/media/schema";
import type { PostedFile } from "./posted-files.server";

/* Pictures and a video that a form holds by their ids: as `image[n]` and `video`, once they are stored. */

/** Where the files of each of these fields go, by what the service calls them. */
const STORED_FIELDS: Record<string, "image" | "video"> = { photos: "image", videoFile: "video" };

export function isStoredById({ field }: Pick<PostedFile, "field">): boolean {
  return field in STORED_FIELDS;
}

/** Sends one file to the service, as it asks for it. */
export type SendFile = (body: FormData) => Promise<{ data: Image[] | Video }>;

/**
 * Stores the files of a form one by one and puts their ids into it. Answers, by field, what was wrong with the others.
 */
export async function storeFiles(
  form: FormData,
  files: PostedFile[],
  send: SendFile,
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const held = [...form.keys()].filter((name) => /^image\[\d+\]$/.test(name)).length;
  const ids = new Set<string>();
  for (const file of files) {
    try {
      if (file.field === "photos" && held + ids.size >= MOST_IMAGES)
        throw new ApiFailure(422, [{ message: TOO_MANY_FILES, code: "too_many_files" }], "");
      for (const id of await stored(file, send)) {
        if (file.field === "videoFile") form.set("video", id);
        else ids.add(id);
      }
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500 || failure.status === 401) throw failure;
      const message = failure.is("too_many_files") ? failure.message : `${file.name}: ${failure.message}`;
      wrong[file.field] = [...new Set([...(wrong[file.field] ?? []), message])];
    }
  }
  [...ids].forEach((id, place) => form.append(`image[${held + place}]`, id));
  return wrong;
}

async function stored({ field, name, blob }: PostedFile, send: SendFile): Promise<string[]> {
  const [kind, body] = [STORED_FIELDS[field] ?? "image", new FormData()];
  body.set("intendedFileName", kind);
  body.set(kind === "video" ? "intendedFile" : "intendedFile[]", blob, name);
  const { data: kept } = await send(body);
  return (Array.isArray(kept) ? kept : [kept]).map(({ _id }) => _id);
}

/** The pictures and the video that a form holds, to be shown again. */
export async function filesIn(api: Client, form: FormData): Promise<{ images: Image[]; videos: Video[] }> {
  const ids = [...form.entries()].flatMap(([name, value]) =>
    /^(image\[\d+\]|video)$/.test(name) && typeof value === "string" && value ? [value] : [],
  );
  return ids.length > 0
    ? (await read(api.file.$get({ query: { ids: ids.join(",") } }))).data
    : { images: [], videos: [] };
}
