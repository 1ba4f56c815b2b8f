import type { ReactNode } from "react";
import { soft } from "~/styles/text.css";
import type { TextSection } from "./texts/marketplace-text";
import * as styles from "./text-page.css";

/** A page to read: a title, a line under it, sections of plain text. */
export function TextPage({
  title,
  intro,
  sections = [],
  children,
}: {
  title: string;
  intro?: string;
  sections?: readonly TextSection[];
  children?: ReactNode;
}) {
  return (
    <article className={styles.text}>
      <header>
        <h1>{title}</h1>
        {intro ? <p className={soft}>{intro}</p> : null}
      </header>
      {sections.map(({ title: heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {children}
    </article>
  );
}
