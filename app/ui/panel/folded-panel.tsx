import { useId, type ReactNode } from "react";
import { ChevronDown } from "~/ui/icon/icons";
import { stack } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./folded-panel.css";
import { panel } from "./panel.css";

export interface FoldedPanelProps {
  title: string;
  /** Its content in a few words, beside its title. */
  summary: string;
  open: boolean;
  children: ReactNode;
}

/** A panel that is folded to one line, which is as high as a thumb and opens it without scripts. */
export function FoldedPanel({ title, summary, open, children }: FoldedPanelProps) {
  const titleId = useId();
  return (
    <section className={classNames(panel, styles.folded)} aria-labelledby={titleId}>
      <details open={open}>
        <summary className={styles.summary}>
          <h2 id={titleId}>{title}</h2>
          <span className={styles.content}>{summary}</span>
          <Icon of={ChevronDown} />
        </summary>
        <div className={classNames(stack, styles.body)}>{children}</div>
      </details>
    </section>
  );
}
