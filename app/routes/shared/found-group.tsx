import type { ReactNode } from "react";
import { stack } from "~/styles/layout.css";
import { breaking, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { Panel } from "~/ui/panel/panel";

interface FoundGroupProps<Doc> {
  title: string;
  found: { docs: Doc[]; hasMore: boolean };
  /** Where the others of this kind are listed; without it a longer text finds them. */
  all?: string;
  /** One of them, on its line. */
  children: (doc: Doc) => ReactNode;
}

/** The results of one kind; nothing where there are none. */
export function FoundGroup<Doc extends { _id: string }>({
  title,
  found: { docs, hasMore },
  all,
  children,
}: FoundGroupProps<Doc>) {
  if (docs.length === 0) return null;
  return (
    <Panel title={title} action={hasMore && all ? <MoreLink to={all}>View All</MoreLink> : undefined} stacked>
      <ul className={stack}>
        {docs.map((doc) => (
          <li key={doc._id} className={breaking}>
            {children(doc)}
          </li>
        ))}
      </ul>
      {hasMore && !all ? <p className={soft}>There are more: enter more of what you look for.</p> : null}
    </Panel>
  );
}
