import { useId, type ReactNode } from "react";
import { stack } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./panel.css";

export interface PanelProps {
  as?: "section" | "div" | "aside" | "li" | "article";
  /** Becomes the h2 and the name of the section. */
  title?: ReactNode;
  /** Beside the title: a View All link, a status. */
  action?: ReactNode;
  /** Children one under the other, 16 px apart. */
  stacked?: boolean;
  /** Stays in view beside a long list. */
  sticky?: boolean;
  className?: string;
  id?: string;
  children?: ReactNode;
}

/** A white card on the paper. Tables inside stack when it is narrow. */
export function Panel({ as: Tag = "section", title, action, stacked, sticky, className, id, children }: PanelProps) {
  const titleId = useId();
  const heading = title ? <h2 id={titleId}>{title}</h2> : null;
  return (
    <Tag
      id={id}
      // An address that names the panel gives it the focus, in every browser and without scripts.
      tabIndex={id === undefined ? undefined : -1}
      className={classNames(styles.panel, stacked && stack, sticky && styles.sticky, className)}
      aria-labelledby={heading && Tag !== "div" && Tag !== "li" ? titleId : undefined}
    >
      {heading && (action || !stacked) ? (
        <header className={styles.head}>
          {heading}
          {action}
        </header>
      ) : (
        heading
      )}
      {children}
    </Tag>
  );
}

/** The bare card as a class, for a form or list that is itself the panel. */
export const panelClass = styles.panel;
