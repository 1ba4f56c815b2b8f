import { ChevronRight } from "~/ui/icon/icons";
import { soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import * as styles from "./choice-cards.css";

export interface Choice {
  href: string;
  title: string;
  text: string;
  icon: LucideIcon;
}

/** A large link for each choice: Customer or Merchant. */
export function ChoiceCards({ choices }: { choices: Choice[] }) {
  return (
    <div className={styles.choices}>
      {choices.map(({ href, title, text, icon }) => (
        <Link
          key={href}
          className={styles.choice}
          to={href}
          aria-labelledby={`to-${title}`}
          aria-describedby={`about-${title}`}
        >
          <span className={styles.sign}>
            <Icon of={icon} />
          </span>
          <span className={styles.words}>
            <b id={`to-${title}`}>{title}</b>
            <span id={`about-${title}`} className={classNames(soft, styles.text)}>
              {text}
            </span>
          </span>
          <Icon of={ChevronRight} />
        </Link>
      ))}
    </div>
  );
}
