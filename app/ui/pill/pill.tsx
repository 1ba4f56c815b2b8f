import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./pill.css";

/**
 * leaf: done, in stock, paid. honey: under way, running low. tomato: cancelled, out of stock. sale: a lowered price.
 * grey: draft, anything else.
 */
export type PillTone = "leaf" | "honey" | "tomato" | "sale" | "grey";

/** A status in a word; the colour only repeats what the word says. */
export function Pill({
  tone = "grey",
  className,
  children,
}: {
  tone?: PillTone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={classNames(styles.pill, tone !== "grey" && styles[tone], className)}>{children}</span>;
}
