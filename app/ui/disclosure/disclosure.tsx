import { ChevronDown } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./disclosure.css";

interface DisclosureProps {
  /** The words that open it. */
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** Content folded in below its title, which is as tall as a thumb and opens it without scripts. */
export function Disclosure({ title, open, children }: DisclosureProps) {
  return (
    <details open={open}>
      <DisclosureTitle>{title}</DisclosureTitle>
      {children}
    </details>
  );
}

/** The title alone, for a `<details>` that scripts show and hide. */
export function DisclosureTitle({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      {children} <Icon of={ChevronDown} />
    </summary>
  );
}
