import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { inWords, reportAddress } from "./period";
import * as styles from "./styles.css";

interface AgainstProps {
  label: string;
  now: number;
  then: number;
  written: (figure: number) => string;
}

/** A figure of another period, and the change since then in per cent. */
export function Against({ label, now, then, written }: AgainstProps) {
  const change = then > 0 ? Math.round(((now - then) / then) * 100) : null;
  return (
    <span className={classNames(styles.against, small, soft)}>
      {label}: <span className={num}>{written(then)}</span>
      {change === null ? null : ` (${change < 0 ? "−" : "+"}${Math.abs(change)}%)`}
    </span>
  );
}

/** A link to the report of another period, which names its days. */
export function PeriodLink({ since, until }: { since: string; until: string }) {
  const day = (text: string) => inWords(text, { day: "numeric", month: "short", year: "numeric" });
  return (
    <Link to={reportAddress({ since, until })}>
      {day(since)} to {day(until)}
    </Link>
  );
}
