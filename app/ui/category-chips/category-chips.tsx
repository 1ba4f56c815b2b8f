import { Link } from "@remix-run/react";
import { scroller } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { sourceSet, type StoredImage } from "~/ui/picture/stored-image";
import * as styles from "./category-chips.css";

export interface CategoryChipsProps {
  items: Array<{ to: string; title: string; image?: StoredImage | null }>;
  label?: string;
}

/** Categories as a list beside the page; on a phone as a row that scrolls sideways. */
export function CategoryChips({ items, label = "Categories" }: CategoryChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className={classNames(scroller, styles.chips)}>
        {items.map(({ to, title, image }) => (
          <li key={to}>
            <Link className={styles.chip} to={to}>
              {image?.url ? (
                <img src={image.url} srcSet={sourceSet(image, "webp")} sizes="28px" width="28" height="28" alt="" />
              ) : null}{" "}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
