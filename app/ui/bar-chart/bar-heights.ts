/**
 * The next round figure at or above a value, for the top of a scale: 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten.
 */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** The height of each bar, from 0 to 100, and the value at the top of the scale. A value below 0 has no bar. */
export function barHeights(values: readonly number[]): { top: number; heights: number[] } {
  const top = roundTop(Math.max(0, ...values));
  return { top, heights: values.map((value) => Math.round((Math.max(0, value) / top) * 1000) / 10) };
}
