import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./picture.css";
import { logoPicture, sourceSet, type StoredImage, type Tint } from "./stored-image";

export interface PictureProps {
  /** None: the shop's mark stands on the counter instead. */
  image?: StoredImage | null;
  tint?: Tint;
  /** Empty when the words beside it say the same. */
  alt?: string;
  /** How wide it will be shown, for the browser's choice among the variants. */
  sizes?: string;
  /** In the first screen: fetched at once instead of when scrolled near. */
  eager?: boolean;
  /** The most important picture of the page. Implies `eager`. */
  first?: boolean;
  /** A drawing stands on the counter, a photo covers it. By default a vector file is a drawing. */
  fit?: "standing" | "covering";
  className?: string;
}

const cardSizes = "(min-width: 1180px) 224px, (min-width: 900px) 22vw, (min-width: 640px) 30vw, 46vw";

/**
 * A square picture on its tinted ground. AVIF, else WebP, in the width that fits; never moves the page while it
 * loads.
 */
export function Picture({ image, tint, alt = "", sizes = cardSizes, eager, first, fit, className }: PictureProps) {
  const shown = image?.url ? image : { url: logoPicture };
  const isDrawing = fit ? fit === "standing" : shown.url.endsWith(".svg");
  const webp = sourceSet(shown, "webp");
  return (
    <div className={classNames(styles.picture, tint && styles.tints[tint], className)}>
      <picture>
        {webp ? <source type="image/avif" srcSet={sourceSet(shown, "avif")} sizes={sizes} /> : null}
        {webp ? <source type="image/webp" srcSet={webp} sizes={sizes} /> : null}
        <img
          className={isDrawing ? styles.standing : styles.covering}
          src={shown.url}
          width={shown.width ?? 320}
          height={shown.height ?? 320}
          alt={alt}
          loading={eager || first ? undefined : "lazy"}
          decoding={first ? undefined : "async"}
          // React 18 knows the attribute only in lower case.
          {...(first ? { fetchpriority: "high" } : null)}
        />
      </picture>
    </div>
  );
}
