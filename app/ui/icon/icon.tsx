import type { LucideIcon } from "lucide-react";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./icon.css";

export type { LucideIcon };

/** Set once in the styles, not again on each of the dozens of icons on a page. */
const drawnByStyles = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
};

/**
 * A Lucide icon as tall as its line. It is hidden from screen readers, because the words beside it or the control's
 * label say the same.
 */
export function Icon({ of: Drawing, className }: { of: LucideIcon; className?: string }) {
  return <Drawing {...drawnByStyles} className={classNames(styles.icon, className)} aria-hidden="true" />;
}
