export type PictureKind = "png" | "jpeg" | "webp" | "avif" | "heic";

/** How many of a file's first bytes tell its kind. */
export const TELLING_BYTES = 64;

/**
 * Brands that a file of the AV1 family may have in its first box. Those of the related HEVC files are not among them.
 */
const AVIF_BRANDS = ["avif", "avis"];
/** Brands of pictures in HEVC, as phones store them. The decoder has no HEVC. */
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx"];

/**
 * The kind of a picture by its first bytes, or null. It makes four comparisons and has no parser, so that the shop's
 * own process interprets nothing of a stranger's, and an unknown kind never reaches a process that does.
 */
export function pictureKind(head: Uint8Array): PictureKind | null {
  const text = Buffer.from(head.subarray(0, TELLING_BYTES)).toString("latin1");
  if (text.startsWith("\x89PNG")) return "png";
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  // The box's own length says where its brands end. Nobody has seen a longer list than TELLING_BYTES.
  const brands = text.slice(4, 8) === "ftyp" ? text.slice(8, Math.min(text.charCodeAt(3), TELLING_BYTES)) : "";
  if (AVIF_BRANDS.some((brand) => brands.includes(brand))) return "avif";
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? "heic" : null;
}
