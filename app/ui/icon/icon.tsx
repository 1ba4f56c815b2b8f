import type { LucideIcon } from "lucide-react";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./icon.css";

export type { LucideIcon };

/**
 * A Lucide icon as tall as its line, hidden from screen readers: the words beside it, or the control's label, speak
 * for it.
 */
export function Icon({ of: Drawing, className }: { of: LucideIcon; className?: string }) {
  return <Drawing className={classNames(styles.icon, className)} aria-hidden="true" />;
}
