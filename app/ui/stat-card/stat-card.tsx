import { ArrowDownRight, ArrowUpRight } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./stat-card.css";
import { trendBox, trendLine } from "./trend-line";

/** The grid of the stat cards: two, then four in a line. */
export function StatCards({ children }: { children: ReactNode }) {
  return <ul className={styles.stats}>{children}</ul>;
}

export interface StatCardProps {
  label: string;
  /** Formatted: "$18,420.50", "486". */
  value: ReactNode;
  /** "12% vs last month" with its arrow. */
  trend?: { direction: "up" | "down"; text: string };
  /** Oldest first; drawn as a small line. */
  points?: readonly number[];
}

/** One figure of a dashboard: an `<li>`. */
export function StatCard({ label, value, trend, points = [] }: StatCardProps) {
  const drawing = trendLine(points);
  return (
    <Panel as="li" className={styles.stat}>
      <span className={classNames(small, soft)}>{label}</span>
      <b className={styles.figure}>{value}</b>
      {trend ? (
        <span className={classNames(styles.trend, trend.direction === "up" && styles.up)}>
          <Icon of={trend.direction === "up" ? ArrowUpRight : ArrowDownRight} className={styles.arrow} /> {trend.text}
        </span>
      ) : null}
      {drawing ? (
        <svg className={styles.line} viewBox={trendBox} preserveAspectRatio="none" aria-hidden="true">
          <path stroke="none" d={drawing.area} />
          <path fill="none" strokeWidth="2" vectorEffect="non-scaling-stroke" d={drawing.line} />
        </svg>
      ) : null}
    </Panel>
  );
}
