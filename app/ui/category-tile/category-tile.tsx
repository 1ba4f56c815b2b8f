import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { tints } from "~/ui/picture/picture.css";
import { sourceSet, type StoredImage, type Tint } from "~/ui/picture/stored-image";
import * as styles from "./category-tile.css";

/** The grid that tiles stand in. */
export function CategoryTiles({ children }: { children: ReactNode }) {
  return <ul className={styles.tiles}>{children}</ul>;
}

export interface CategoryTileProps {
  to: string;
  title: string;
  /** Cut out, on a transparent ground: the tile is its ground. */
  image?: StoredImage | null;
  tint?: Tint;
}

/** A category as a tinted tile with its produce: an `<li>`. */
export function CategoryTile({ to, title, image, tint = "clay" }: CategoryTileProps) {
  return (
    <li>
      <Link className={classNames(styles.tile, tints[tint])} to={to}>
        {title}
        {image?.url ? (
          <img
            src={image.url}
            srcSet={sourceSet(image, "webp")}
            sizes="116px"
            width="112"
            height="112"
            alt=""
            loading="lazy"
          />
        ) : null}
      </Link>
    </li>
  );
}
