import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import folder from "virtual:demo-pictures";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { DAY, demoId, inChunks } from "./rows";

/** The widths in pixels of each picture of the demo, as WebP and as AVIF: `<name>/<width>.webp`. */
export const WIDTHS = [160, 320, 400, 640, 800];
const SIDE = 800;

/**
 * Copies the demo's pictures into the file store unchanged, because they are already encoded. Returns their rows and,
 * by name, their ids: "vine-tomatoes" → file id.
 */
export async function copyPictures(
  { files }: Pick<Services, "files">,
  today: Date,
): Promise<{ ids: Map<string, string>; rows: NewRow<"files">[] }> {
  const firstDay = new Date(today.getTime() - 520 * DAY);
  const names = await readdir(new URL(folder));
  const ids = new Map(names.map((name) => [name, demoId(firstDay, "picture", name)]));
  const rows: NewRow<"files">[] = [];
  const waiting = [...ids];
  const copy = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, _id] = next;
      let bytes = 0;
      for (const file of WIDTHS.flatMap((width) => [`${width}.webp`, `${width}.avif`])) {
        const content = await readFile(new URL(`${name}/${file}`, folder));
        await files.put(`${_id}/${file}`, content);
        bytes += content.length;
      }
      rows.push({
        _id,
        ownerId: null,
        kind: "image",
        mime: "image/webp",
        bytes,
        width: SIDE,
        height: SIDE,
        widths: JSON.stringify(WIDTHS),
        attached: 1,
        createdAt: firstDay.toISOString(),
      });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, copy));
  return { ids, rows };
}

/** The rows of the pictures that were copied. */
export async function fillPictures(trx: Trx, rows: NewRow<"files">[]): Promise<void> {
  await inChunks(rows, (chunk) => trx.insertInto("files").values(chunk).execute());
}
