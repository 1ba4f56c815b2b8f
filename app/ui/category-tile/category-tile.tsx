import type { ReactNode } from "react";
import { Link } from "~/ui/link/link";
import { Picture, type PictureProps } from "~/ui/picture/picture";
import * as styles from "./category-tile.css";

/** The grid of the tiles. */
export function CategoryTiles({ children }: { children: ReactNode }) {
  return <ul className={styles.tiles}>{children}</ul>;
}

export type CategoryTileProps = Pick<PictureProps, "image" | "tint"> & { to: string; title: string };

/** A category as a picture of its produce with the name below: an `<li>`. */
export function CategoryTile({ to, title, image, tint }: CategoryTileProps) {
  return (
    <li>
      <Link className={styles.tile} to={to}>
        <Picture image={image} tint={tint} shown="tile" />
        {title}
      </Link>
    </li>
  );
}
