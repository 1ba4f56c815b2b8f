import { barHeights } from "./bar-heights";
import * as styles from "./bar-chart.css";

export interface BarChartProps {
  /** A description of the picture for people who cannot see it. The figures are in a table beside it. */
  label: string;
  /** Oldest first. `text` is what a bar says when it is pointed at. */
  bars: ReadonlyArray<{ key: string; value: number; text: string }>;
  /** Formats the value at the scale's top. */
  format: (value: number) => string;
  /** Under the first and under the last bar. */
  ends: [first: string, last: string];
}

const WIDE = 10;

/**
 * Figures over time as bars, drawn on the server. The drawing is stretched to its place; its words are beside it, so
 * that they stay readable.
 */
export function BarChart({ label, bars, format, ends }: BarChartProps) {
  const { top, heights } = barHeights(bars.map((bar) => bar.value));
  const width = Math.max(1, bars.length) * WIDE;
  return (
    <figure className={styles.chart}>
      <span aria-hidden="true">{format(top)}</span>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, 50].map((y) => (
          <line key={y} x1="0" x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
        ))}
        {bars.map(({ key, text }, place) => {
          const height = heights[place] ?? 0;
          return (
            <g key={key}>
              <title>{text}</title>
              {/* The whole column can be pointed at, however small its bar. */}
              <rect x={place * WIDE} y="0" width={WIDE} height="100" />
              <rect x={place * WIDE + 1} y={100 - height} width={WIDE - 2} height={height} />
            </g>
          );
        })}
      </svg>
      <span className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </span>
    </figure>
  );
}

/** One figure's share of the largest, as a bar in a line of a table. */
export function ShareBar({ value, of }: { value: number; of: number }) {
  const width = of > 0 ? Math.max(0, Math.min(100, (value / of) * 100)) : 0;
  return (
    <svg className={styles.share} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.round(width * 10) / 10} height="10" />
    </svg>
  );
}
