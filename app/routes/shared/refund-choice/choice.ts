import { refundLines, type RefundLine } from "~/features/refunds/schema";
import { asciiDigits } from "~/features/ascii-digits";

/* The pieces and amounts of an order to refund, in an address: `quantity.<line>=2&amount.<line>=1.50`. */

export type Figure = "quantity" | "amount";

export interface Problem {
  /** The name of the field. Empty if the problem is about all fields. */
  field: string;
  message: string;
}

export interface Choice {
  /** The typed text, by the name of its field. */
  typed: Record<string, string>;
  /** The refund that the texts mean. Null while nothing is chosen, or if something is wrong. */
  lines: RefundLine[] | null;
  problems: Problem[];
}

export const fieldOf = (figure: Figure, lineId: string): string => `${figure}.${lineId}`;

/** The name of the box to refund the delivery fee as well. `withFee` says whether it was ticked. */
export const FEE_FIELD = "deliveryFee";
export const withFee = (search: URLSearchParams): boolean => search.has(FEE_FIELD);

const EMPTY = "Enter how many pieces, or an amount, for at least one product.";

/** Reads the choice for these lines. A text that is no figure is a problem. An empty form has the problem `empty`. */
export function chosenIn(search: URLSearchParams, lineIds: string[], empty = EMPTY): Choice {
  const fields = Object.fromEntries(
    lineIds
      .flatMap((id) => [fieldOf("quantity", id), fieldOf("amount", id)])
      .map((name): [string, string] => [name, asciiDigits(search.get(name) ?? "").trim()])
      .filter(([, value]) => value !== "" && value !== "0"),
  );
  const lines = lineIds.flatMap((lineId) => {
    const [quantity, amount] = [fields[fieldOf("quantity", lineId)], fields[fieldOf("amount", lineId)]];
    return quantity === undefined && amount === undefined
      ? []
      : [{ lineId, ...(quantity && { quantity: figure(quantity) }), ...(amount && { amount: figure(amount) }) }];
  });
  if (lines.length === 0 && withFee(search)) return { typed: fields, lines: [], problems: [] };
  if (lines.length === 0) {
    const isEmpty = [...search.keys()].some((name) => name.startsWith("quantity."));
    return { typed: fields, lines: null, problems: isEmpty ? [{ field: "", message: empty }] : [] };
  }
  const read = refundLines.safeParse(lines);
  if (read.success) return { typed: fields, lines: read.data, problems: [] };
  return {
    typed: fields,
    lines: null,
    problems: read.error.issues.map(({ path: [place, name], message }) => problemAt(lines, place, name, message)),
  };
}

/** The service's refusals, as problems at the fields that were typed. */
export function refusedIn(lines: RefundLine[], refusal: { field?: string | undefined; message: string }[]): Problem[] {
  return refusal.map(({ field = "", message }) => {
    const [, place, name] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    return problemAt(lines, Number(place), name, message);
  });
}

function problemAt(
  lines: { lineId: string }[],
  place: PropertyKey | undefined,
  name: PropertyKey | undefined,
  message: string,
): Problem {
  const line = typeof place === "number" ? lines[place] : undefined;
  return { field: line ? fieldOf(name === "amount" ? "amount" : "quantity", line.lineId) : "", message };
}

/** A figure as people type it, with a point or a comma. */
function figure(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}
