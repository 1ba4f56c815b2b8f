import type { ReactNode } from "react";
import * as styles from "./form-bar.css";

/** The actions of a long form, always in view. */
export function FormBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
