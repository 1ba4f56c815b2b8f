import { scroller } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./category-chips.css";

export interface CategoryChipsProps {
  items: Array<{ to: string; title: string; image?: StoredImage | null; tint?: Tint }>;
  label?: string;
}

/** Categories as a list beside the page; on a phone as a row that scrolls sideways. */
export function CategoryChips({ items, label = "Categories" }: CategoryChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className={classNames(scroller, styles.chips)}>
        {items.map(({ to, title, image, tint }) => (
          <li key={to}>
            <Link className={styles.chip} to={to}>
              {image?.url ? <Thumb image={image} tint={tint} size={28} /> : null}
              {` ${title}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
