import type { ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import * as styles from "./tabs.css";

export interface TabsProps {
  /** The subject of the tabs, for screen readers. */
  label: string;
  /** Up to four; `id` becomes the anchor in the address. */
  tabs: Array<{ id: string; title: string; content: ReactNode }>;
}

/** Sections of which one shows: links to anchors, so they work without scripts and can be shared. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <section className={styles.tabs} aria-label={label}>
      <nav aria-label={label}>
        {tabs.map(({ id, title }) => (
          // A plain link: only a native jump makes the section the `:target`.
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {tabs.map(({ id, title, content }) => (
        <section key={id} id={id}>
          <h2 className={visuallyHidden}>{title}</h2>
          {content}
        </section>
      ))}
    </section>
  );
}
