import { ApiFailure } from "~/api/client";
import { toCents, toDollars } from "~/features/fields";
import type { RefundLine, RefundSums } from "~/features/refunds/schema";
import { refusedIn, type Choice } from "~/routes/shared/refund-choice/choice";
import type { MissingSums } from "./rest";

/** A part of an order that is handed over and may lack something. */
export interface PartWithLines {
  lines: { _id: string; pieces: number }[];
  /** The delivery fee that is left, in dollars. */
  deliveryFee: number;
  /** The sum to be paid for the part at collection, in dollars. Null if the part is paid. */
  due: number | null;
  /** Asks the service for the sums of some of its lines. */
  readSums(request: {
    lines: RefundLine[];
    deliveryFee: boolean;
  }): Promise<Pick<RefundSums, "lines" | "delivery" | "amount">>;
}

/**
 * The sums of what is missing from parts that are handed over together. Null if the service refuses something. The
 * choice then has the problems.
 */
export async function sumsOf(parts: readonly PartWithLines[], choice: Choice): Promise<MissingSums | null> {
  const sums: MissingSums = { lines: [], fee: 0, amount: 0, back: 0, isToPay: false, dueCents: 0 };
  let [amountCents, backCents] = [0, 0];
  for (const part of parts) {
    const lines = (choice.lines ?? []).filter(({ lineId }) => part.lines.some(({ _id }) => _id === lineId));
    const partSums = lines.length > 0 ? await sumsOfPart(part, lines, choice) : null;
    if (choice.problems.length > 0) return null;
    const partCents = toCents(partSums?.amount ?? 0);
    amountCents += partCents;
    if (part.due === null) backCents += partCents;
    sums.lines.push(...(partSums?.lines ?? []));
    sums.fee += partSums?.delivery ?? 0;
    sums.isToPay ||= part.due !== null;
    if (part.due !== null) sums.dueCents += toCents(part.due) - partCents;
  }
  return { ...sums, amount: toDollars(amountCents), back: toDollars(backCents) };
}

async function sumsOfPart(part: PartWithLines, lines: RefundLine[], choice: Choice) {
  try {
    return await part.readSums({ lines, deliveryFee: isAllOf(part, lines) && part.deliveryFee > 0 });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    choice.problems = refusedIn(lines, failure.problems);
    return null;
  }
}

const isAllOf = (part: PartWithLines, lines: RefundLine[]): boolean =>
  part.lines.every(({ _id, pieces }) => (lines.find(({ lineId }) => lineId === _id)?.quantity ?? 0) >= pieces);
