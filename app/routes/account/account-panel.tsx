import type { ReactNode } from "react";
import { soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { panelClass } from "~/ui/panel/panel";
import * as styles from "./account-panel.css";

export interface AccountPanelProps {
  title: string;
  /** A sentence or two under the title. */
  intro?: ReactNode;
  /** A round picture above the title, for a page without a form. */
  sign?: ReactNode;
  /** Forms, and a list of further links. */
  children?: ReactNode;
}

/** The centred sheet of all account screens. */
export function AccountPanel({ title, intro, sign, children }: AccountPanelProps) {
  return (
    <div className={styles.room}>
      <section className={classNames(panelClass, styles.sheet)} aria-labelledby="account-title">
        {sign ? <div className={styles.sign}>{sign}</div> : null}
        <header>
          <h1 id="account-title">{title}</h1>
          {intro ? <p className={classNames(soft, styles.intro)}>{intro}</p> : null}
        </header>
        {children}
      </section>
    </div>
  );
}
