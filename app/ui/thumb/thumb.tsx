import { classNames } from "~/ui/class-names/class-names";
import { Picture, type PictureProps } from "~/ui/picture/picture";
import * as styles from "./thumb.css";

export type ThumbProps = Pick<PictureProps, "image" | "tint" | "alt" | "fit" | "eager"> & {
  /** Pixels: 28 for categories, 44 in work areas, 48 in summaries, 56 in lists, 72 under products, 104 in an editor. */
  size?: 28 | 44 | 48 | 56 | 72 | 104;
};

/** A small picture beside a name. */
export function Thumb({ size = 56, ...picture }: ThumbProps) {
  return <Picture {...picture} shown={size} className={classNames(styles.thumb, size !== 56 && styles.sizes[size])} />;
}
