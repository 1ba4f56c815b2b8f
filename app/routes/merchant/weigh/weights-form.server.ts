import { id } from "~/features/fields";
import type { LineWeights } from "~/features/merchant-orders/weigh-schema";
import { z } from "~/features/zod";

const MOST_PIECES = 1000;
const row = z.object({
  order: id,
  start: z.coerce.number().int().min(0).max(MOST_PIECES).catch(0),
  pieces: z.array(z.string().max(20, "A weight has at most 20 characters.").optional()).max(MOST_PIECES).default([]),
  confirmed: z.literal("yes").optional(),
});

/** The name of a line's row in the form. It keeps typed weights with their line if the list changes. */
export const rowOf = (lineId: string): string => `l${lineId}`;

/** The most fields that a line has in the form, which is the limit of a form's list. */
const FIELDS_OF_LINE = 100;

/** The pieces of a line that the form shows: all, or if there are too many, those from the first unweighed piece on. */
export function shownPieces(weights: (number | null)[]): { start: number; shownWeights: (number | null)[] } {
  const open = weights.indexOf(null);
  const last = Math.max(0, weights.length - FIELDS_OF_LINE);
  const start = Math.min(open < 0 ? 0 : open, last);
  return { start, shownWeights: weights.slice(start, start + FIELDS_OF_LINE) };
}

/** The index of a refused piece among the fields of its line. */
export const fieldOfPiece = (form: FormData, row: string, piece: number): number =>
  Math.max(0, piece - (Number(form.get(`rows.${row}.start`)) || 0));

/** The schema of the posted form, with a row for each line that it shows. Rows without a typed weight do not count. */
export function weightsForm(form: FormData) {
  const rows = new Set([...form.keys()].flatMap((name) => /^rows\.(l[0-9a-f]{24})\./.exec(name)?.[1] ?? []));
  return z
    .object({ rows: z.object(Object.fromEntries([...rows].map((name) => [name, row] as const))).optional() })
    .transform(({ rows: rowFields = {} }, context) => {
      const weights = Object.entries(rowFields).flatMap(([name, { order, start, pieces, confirmed }]): LineWeights[] =>
        pieces.some((piece) => piece?.trim())
          ? [
              {
                order,
                line: name.slice(1),
                pieces: [...Array<null>(start).fill(null), ...pieces.map((piece) => piece?.trim() || null)],
                confirmed: confirmed !== undefined,
              },
            ]
          : [],
      );
      if (weights.length === 0) context.addIssue({ code: "custom", message: "Write what at least one piece weighs." });
      return weights;
    });
}
