import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "../operator.css";

export interface Past {
  href: string;
  title: string;
  days: string;
  state: string;
  createdAt: string;
  time: string;
}

/** Letters and refunds that were begun earlier. */
export function History({ past }: { past: Past[] }) {
  return (
    <Panel title="Begun before" stacked>
      <ul className={stack}>
        {past.map(({ href, title, days, state, createdAt, time }) => (
          <li key={href} className={styles.breaking}>
            <Link to={href}>{title}</Link>{" "}
            <span className={soft}>
              {days} · <time dateTime={createdAt}>{time}</time> · {state}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
