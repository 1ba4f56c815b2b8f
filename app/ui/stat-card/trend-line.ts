const width = 120;
const top = 4;
const bottom = 28;

/** The drawing's own coordinates; it is stretched to the card's width. */
export const trendBox = `0 0 ${width} 32`;

/**
 * A small line through the values, oldest first, highest at the top. `line` is stroked, `area` filled below it.
 * Fewer than two values make no line.
 */
export function trendLine(values: readonly number[]): { line: string; area: string } | null {
  if (values.length < 2) return null;
  const lowest = Math.min(...values);
  const span = Math.max(...values) - lowest;
  const points = values.map((value, place) => {
    const x = Math.round((place / (values.length - 1)) * width);
    const y = span === 0 ? (top + bottom) / 2 : Math.round(bottom - ((value - lowest) / span) * (bottom - top));
    return `${x} ${y}`;
  });
  const line = points.join(" ");
  return { line: `M${line}`, area: `M0 32 L${line} ${width} 32z` };
}
