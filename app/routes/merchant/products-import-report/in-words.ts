import type { ImportReport } from "~/features/product-sheets/schema";

/** `1 product`, `2,000 products`. */
export const countOf = (count: number, thing: string): string =>
  `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;

/** The effect of a file in one sentence. */
export function inWords({
  appliedAt,
  takesBack,
  created,
  changed,
  unchanged,
  deleted,
  wrong,
  questions,
}: ImportReport): string {
  const begin = appliedAt
    ? takesBack === null
      ? "This file was taken over"
      : "This was taken back"
    : takesBack === null
      ? "This file would do the following"
      : "Taking the import back would do the following";
  const parts = [
    `${countOf(created, "product")} added`,
    `${countOf(changed, "product")} changed`,
    ...(deleted > 0 ? [`${countOf(deleted, "product")} deleted`] : []),
    `${countOf(unchanged, "product")} as before`,
    ...(questions > 0 ? [`${countOf(questions, "question")} open`] : []),
    ...(wrong > 0 ? [`${countOf(wrong, "row")} with errors`] : []),
  ];
  return `${begin}: ${parts.join(", ")}.`;
}
