import type { ReactNode } from "react";
import { stack } from "~/styles/layout.css";
import { breaking, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { Panel } from "~/ui/panel/panel";

interface FoundGroupProps<Doc> {
  title: string;
  found: { docs: Doc[]; hasMore: boolean };
  /** The address of the list with the other results. Left out if there is none: a longer search text finds them. */
  all?: string;
  /** The line of one result. */
  children: (doc: Doc) => ReactNode;
}

/** The results of one kind. Nothing if there are none. */
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
