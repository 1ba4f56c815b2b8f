import type { ReactNode } from "react";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { soft } from "~/styles/text.css";
import * as styles from "./empty-state.css";

export interface EmptyStateProps {
  /** A square picture in /img. */
  picture?: string;
  /** A drawing of what will be here, in the place of the picture. */
  drawing?: LucideIcon;
  title: string;
  /** The content that will be here. */
  text?: ReactNode;
  /** The next step: a ButtonLink. */
  action?: ReactNode;
  /** h1 where the empty state is the whole page. */
  headingLevel?: 1 | 2;
}

/** Says what will be here and offers the next step. Put it in a Panel or straight on the page. */
export function EmptyState({
  picture = "/img/basket.webp",
  drawing,
  title,
  text,
  action,
  headingLevel = 2,
}: EmptyStateProps) {
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      {drawing ? (
        <div className={styles.drawing}>
          <Icon of={drawing} />
        </div>
      ) : (
        <img src={picture} width="112" height="112" alt="" />
      )}
      <Heading>{title}</Heading>
      {text ? <p className={soft}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
