import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./picture.css";
import { logoPicture, sourceSet, variantFor, type StoredImage, type Tint } from "./stored-image";

export interface PictureProps {
  /** None: the shop's mark stands on the ground instead. */
  image?: StoredImage | null;
  tint?: Tint;
  /** Empty when the words beside it say the same. */
  alt?: string;
  /**
   * How wide it will be shown: pixels where that is always the same, for then one variant is named and the page stays
   * small; else a place, where the browser chooses by the screen.
   */
  shown?: number | keyof typeof PLACES;
  /** In the first screen: fetched at once instead of when scrolled near. */
  eager?: boolean;
  /** The most important picture of the page. Implies `eager`. */
  first?: boolean;
  /** A drawing stands on the ground, a photo covers it. By default a vector file is a drawing. */
  fit?: "standing" | "covering";
  className?: string;
}

/**
 * Where pictures stand whose width goes by the screen: how wide that is, true to `styles/layout.css.ts`, and the variants
 * that are worth a word in the page. Nobody sees more than two dots to a pixel. Every phone is told the width of the
 * narrowest: a wider one would fetch the next variant, which has four times the dots, for a tenth more of width.
 */
const PLACES = {
  card: {
    sizes: "(min-width:900px) 225px,(min-width:640px) 30vw,160px",
    fits: (width: number) => width >= 320 && width <= 640,
  },
  /** The first of five, which is two columns wide where there are three. */
  wideCard: {
    sizes: "(min-width:900px) 18vw,(min-width:640px) 62vw,160px",
    fits: (width: number) => width >= 320 && width <= 640,
  },
  tile: { sizes: "(min-width:640px) 11vw,76px", fits: (width: number) => width <= 320 },
  page: {
    sizes: "(min-width:1248px) 530px,(min-width:900px) 43vw,94vw",
    fits: (width: number) => width >= 320,
  },
} as const;

/**
 * A square picture on its tinted ground, which stands there while it loads. AVIF, else WebP, in the width that fits;
 * never moves the page.
 */
export function Picture({ image, tint, alt = "", shown = "card", eager, first, fit, className }: PictureProps) {
  const storedImage = image?.url ? image : { url: logoPicture };
  const isDrawing = fit ? fit === "standing" : storedImage.url.endsWith(".svg");
  const { avif, ...fallback } = sourcesOf(storedImage, shown);
  const picture = (
    <img
      className={isDrawing ? styles.standing : undefined}
      {...fallback}
      alt={alt}
      loading={eager || first ? undefined : "lazy"}
      // React 18 knows the attribute only in lower case.
      {...(first ? { fetchpriority: "high" } : null)}
    />
  );
  const ground = classNames(styles.picture, tint && styles.tints[tint], className);
  // No box around it: a page has dozens.
  if (!avif) return <div className={ground}>{picture}</div>;
  return (
    <picture className={ground}>
      <source type="image/avif" {...avif} />
      {picture}
    </picture>
  );
}

/**
 * The square that a picture stands in has its size from the styles, so none is said here. A browser without AVIF gets
 * one WebP that is large enough; only where a picture is the page's matter are there several of those, too.
 */
function sourcesOf(image: StoredImage, place: number | keyof typeof PLACES) {
  if (!image.widths?.length) return { src: image.url };
  if (typeof place === "number")
    return { avif: { srcSet: variantFor(image, place, "avif") }, src: variantFor(image, place, "webp") };
  const { sizes, fits } = PLACES[place];
  const avif = { srcSet: sourceSet(image, "avif", fits), sizes };
  if (place === "page") return { avif, srcSet: sourceSet(image, "webp", fits), sizes, src: image.url };
  return { avif, src: variantFor(image, place === "tile" ? 80 : 160, "webp") };
}
