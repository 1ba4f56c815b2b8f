import { z } from "~/features/zod";

/* Answers about files. Source: specification §5 (Files), §7. */

export const MOST_IMAGES = 8;
/** The size limit of a portrait, banner or category's picture. MAX_IMAGE_MB sets the limit of a product's picture. */
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024;
export const TOO_MANY_FILES = "Too many files";
/** File types that file choosers offer. The service decides by the bytes. */
export const PHOTO_TYPES = ".png,.jpg,.jpeg,.webp,.avif";
export const VIDEO_TYPES = ".mp4,.m4v,.mov,.webm";

export const video = z.object({
  _id: z.string(),
  url: z.string(),
  mime: z.string().optional(),
  bytes: z.number().int().optional(),
});
export type Video = z.infer<typeof video>;
