export type PictureKind = "png" | "jpeg" | "webp" | "avif" | "heic";

/** How many of a file's first bytes tell its kind. */
export const TELLING_BYTES = 64;

/** Names that a file of the AV1 family may have in its first box; those of its HEVC sisters are not among them. */
const AVIF_BRANDS = ["avif", "avis"];
/** Names of pictures in HEVC, as phones keep them. The decoder has no HEVC. */
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx"];

/**
 * What a picture is by its first bytes, or null. Four comparisons and no parser: nothing of a stranger's is interpreted
 * in the shop's own process, and what is of no known kind never reaches one that interprets.
 */
export function pictureKind(head: Uint8Array): PictureKind | null {
  const text = Buffer.from(head.subarray(0, TELLING_BYTES)).toString("latin1");
  if (text.startsWith("\x89PNG")) return "png";
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  // The box's own length says how far its brands go; a longer list than this has nobody seen.
  const brands = text.slice(4, 8) === "ftyp" ? text.slice(8, Math.min(text.charCodeAt(3), TELLING_BYTES)) : "";
  if (AVIF_BRANDS.some((brand) => brands.includes(brand))) return "avif";
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? "heic" : null;
}
