/**
 * The page numbers that the pagination of a list shows; `null` is a gap. First, last, the current page and its
 * neighbours; never more than seven places, and no gap that hides a single page.
 */
export function pageWindows(page: number, pages: number): Array<number | null> {
  if (pages <= 7) return range(1, pages);
  if (page <= 4) return [...range(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)];
  return [1, null, ...range(page - 1, page + 1), null, pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
