/** "1 review", "26 reviews". */
export const reviewsInWords = (count: number): string =>
  count === 1 ? "1 review" : `${count.toLocaleString("en-US")} reviews`;
