import { spooled } from "~/platform/files/spool.server";
import { EncoderUnavailable, PictureRefused } from "~/platform/pictures/picture-encoder.server";
import type { Services } from "~/platform/services.server";
import { pictureRow, SHARED, widthsIn } from "./stored-files.server";

const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Has the JPEG of a stored picture made from its widest size, once. Returns whether it exists. If the process for
 * pictures is unavailable, a later call may make it.
 */
export async function ensureShared(
  services: Pick<Services, "db" | "files" | "pictures">,
  fileId: string,
): Promise<boolean> {
  const { files, pictures } = services;
  const key = `${fileId}/${SHARED}`;
  if ((await files.sizeOf(key)) !== null) return true;
  const row = await pictureRow(services.db, fileId);
  const widest = Math.max(0, ...(row ? widthsIn(row.widths) : []));
  const source = row && (await files.open(`${fileId}/${widest}.webp`));
  if (!row || !source) return false;
  return spooled(source.stream, MOST_BYTES, async ({ file }) => {
    const request = { file, square: false, widths: [widest], tallest: row.height, jpeg: SHARED };
    try {
      await pictures.encode("", request, (_name, bytes) => files.put(key, bytes));
      return true;
    } catch (error) {
      if (error instanceof EncoderUnavailable || error instanceof PictureRefused) return false;
      throw error;
    }
  });
}
