import type { Image } from "~/features/fields";
import type { Video } from "~/features/media/schema";

/** The known facts about files that a form may hold. */
export interface Files {
  images: Image[];
  videos: Video[];
}

export const NO_FILES: Files = { images: [], videos: [] };

export function mergeFiles(...all: Files[]): Files {
  return { images: all.flatMap(({ images }) => images), videos: all.flatMap(({ videos }) => videos) };
}
