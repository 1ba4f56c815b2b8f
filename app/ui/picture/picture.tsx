import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./picture.css";
import { logoPicture, sourceSet, variantFor, type StoredImage, type Tint } from "./stored-image";

export interface PictureProps {
  /** Without one, the shop's mark is shown on the ground. */
  image?: StoredImage | null;
  tint?: Tint;
  /** Empty when the words beside it say the same. */
  alt?: string;
  /**
   * The displayed width. A number of pixels names one variant, which keeps the page small. A place lets the browser
   * choose by its screen.
   */
  shown?: number | keyof typeof PLACES;
  /** In the first screen: fetched at once instead of when scrolled near. */
  eager?: boolean;
  /** The most important picture of the page. Implies `eager`. */
  first?: boolean;
  /** A drawing is placed on the ground, a photo covers it. By default a vector file is a drawing. */
  fit?: "standing" | "covering";
  className?: string;
}

/**
 * Places whose width depends on the screen. `sizes` is that width, in agreement with `styles/layout.css.ts`. `fits`
 * selects the variants that are worth a word in the page: nobody sees more than two dots to a pixel. Every phone gets
 * the width of the narrowest phone. A wider one would otherwise fetch the next variant, which has four times the dots,
 * for a tenth more width.
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
 * A square picture on its tinted ground, which is shown while it loads. AVIF, else WebP, in the width that fits. It
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
  // `<picture>` itself is the square, without another element around it: a page has dozens.
  if (!avif) return <div className={ground}>{picture}</div>;
  return (
    <picture className={ground}>
      <source type="image/avif" {...avif} />
      {picture}
    </picture>
  );
}

/**
 * The styles give the picture's square its size, so the markup gives none. A browser without AVIF gets one WebP that is
 * large enough. Only the main picture of a page has several of those, too.
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
