import type { ReactNode } from "react";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { panelClass } from "~/ui/panel/panel";
import * as styles from "./narrow-page.css";

/** A page with one small thing to do. */
export function NarrowPage({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={classNames(panelClass, stack, styles.narrow)}>
      <h1>{title}</h1>
      {text ? <p className={soft}>{text}</p> : null}
      {children}
    </div>
  );
}
