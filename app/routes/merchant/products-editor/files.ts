import type { Image } from "~/features/fields";
import type { Video } from "~/features/media/schema";

/** What the service makes of an uploaded file. */
export type Kept = Image | Video;

/** Files that a form may hold, as far as they are known. */
export interface Files {
  images: Image[];
  videos: Video[];
}

export const NO_FILES: Files = { images: [], videos: [] };

export function together(...all: Files[]): Files {
  return { images: all.flatMap(({ images }) => images), videos: all.flatMap(({ videos }) => videos) };
}

/** Those of these files that are still there; null when it cannot be asked. */
export async function stillThere(ids: string[]): Promise<Files | null> {
  if (ids.length === 0) return NO_FILES;
  try {
    const answer = await fetch(`/api/v1/file?ids=${ids.join(",")}`);
    return answer.ok ? ((await answer.json()) as { data: Files }).data : null;
  } catch {
    return null;
  }
}
