import { toCents, type Cents } from "~/features/fields";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { unknownOrder } from "~/features/orders/errors.server";
import type { OrderLine, OrderPart } from "~/features/orders/order.server";
import type { ProviderRefundStatus } from "~/platform/cards/card-provider";
import type { RefundRow } from "~/platform/database/tables";
import { moreThanIsLeft, nothingToRefund, unknownLine } from "./errors.server";
import type { AskedSums, RefundLine } from "./schema";

/*
 * The one rule by which a refunded sum is divided: over the lines and parts of an order when we refund it, and over the
 * recorded refunds when the provider reports refunds. The functions are pure: they take what is known and return what
 * is to be written. All sums are whole cents.
 */

/** A refund of one line: some pieces and what is left of their price, or no piece and an amount by itself. */
export interface Pieces {
  line: OrderLine;
  quantity: number;
  amountCents: number;
}

/** The refund of one part. */
export interface PartBack {
  part: OrderPart;
  pieces: Pieces[];
  /** Whether the pieces are for sale again. An amount by itself moves no stock. */
  restock: boolean;
  /** Whether the delivery fee is refunded although something of the part is left, or it was sent. */
  deliveryFee?: boolean;
}

/**
 * A part after a refund: how many cents of its goods and of its delivery fee were refunded now, and whether nothing of
 * it is left.
 */
export interface GivenBack extends PartBack {
  amountCents: Cents;
  deliveryFeeCents: Cents;
  settled: boolean;
}

/** The rest of a line's price that was not given back yet, in cents. */
export const centsLeft = (line: Pick<OrderLine, "priceCents" | "quantity" | "refundedCents">): number =>
  line.priceCents * line.quantity - line.refundedCents;

/**
 * The worth of some of the pieces that are left of a line, in cents. What is left of its price is shared evenly among
 * them, and the last of them takes all of the rest. If no amount was refunded before, their worth is their price.
 */
export function worthOf(line: OrderLine, quantity: number): number {
  const restQuantity = line.quantity - line.refundedQuantity;
  return quantity >= restQuantity ? centsLeft(line) : Math.round((centsLeft(line) * quantity) / restQuantity);
}

/** The pieces of these lines that were not given back yet. */
export function piecesLeft(lines: OrderLine[]): Pieces[] {
  return lines.flatMap((line) =>
    line.quantity > line.refundedQuantity
      ? [{ line, quantity: line.quantity - line.refundedQuantity, amountCents: centsLeft(line) }]
      : [],
  );
}

/**
 * Whether these pieces are all that is left of a part that has not ended yet. `lines` may hold lines of other parts.
 */
export function isRest({ part, pieces }: Pick<PartBack, "part" | "pieces">, lines: OrderLine[]): boolean {
  if (part.statusText === "Cancelled" || part.statusText === "Refunded") return false;
  return lines.every(({ _id, partId, quantity, refundedQuantity }) => {
    const back = pieces.reduce((sum, piece) => (piece.line._id === _id ? sum + piece.quantity : sum), 0);
    return partId !== part._id || refundedQuantity + back >= quantity;
  });
}

/**
 * How many cents of the delivery fee are refunded with these pieces: all of it with the last pieces of a part that was
 * not sent, or if `deliveryFee` says so. See docs/decisions/094.
 */
export function feeBackWith(back: PartBack, lines: OrderLine[]): Cents {
  const isWholeUnsent = back.part.statusText === "Processing" && isRest(back, lines);
  return isWholeUnsent || back.deliveryFee ? feeLeftOf(back.part) : 0;
}

/** How many cents are refunded for all of these parts, delivery fees included. */
export const sumOfBacks = (backs: PartBack[], lines: OrderLine[]): Cents =>
  backs.reduce((sum, back) => sum + priceOf(back.pieces) + feeBackWith(back, lines), 0);

/** The sum of pieces and amounts, in cents. */
export function priceOf(pieces: Pieces[]): number {
  return pieces.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * The requested pieces and amounts. Refuses the whole request: `unknownLine` if a line is of another order,
 * `moreThanIsLeft` if one has fewer pieces or less money left.
 */
export function chosenPieces(lines: OrderLine[], requests: RefundLine[]): Pieces[] {
  const linesById = new Map(lines.map((line) => [line._id, line]));
  const short: Parameters<typeof moreThanIsLeft>[0] = [];
  const pieces = requests.map(({ lineId, quantity = 0, amount }, index): Pieces => {
    const line = linesById.get(lineId);
    if (!line) throw unknownLine();
    const { title } = line;
    if (amount !== undefined) {
      const amountCents = toCents(amount);
      if (amountCents > centsLeft(line)) short.push({ index, title, leftCents: centsLeft(line) });
      return { line, quantity: 0, amountCents };
    }
    const restQuantity = line.quantity - line.refundedQuantity;
    if (quantity > restQuantity) short.push({ index, title, left: restQuantity });
    return { line, quantity, amountCents: worthOf(line, quantity) };
  });
  if (short.length > 0) throw moreThanIsLeft(short);
  return pieces;
}

/**
 * Allocates pieces to their parts; parts without a piece are left out. Pieces that were not sent are always for sale
 * again, pieces that were sent only with `restock`.
 */
export function allocateToParts(parts: OrderPart[], pieces: Pieces[], restock: boolean): PartBack[] {
  return parts
    .map((part) => ({
      part,
      pieces: pieces.filter(({ line }) => line.partId === part._id),
      restock: part.statusText === "Processing" || restock,
    }))
    .filter((back) => back.pieces.length > 0);
}

/** All that is left of the parts of an order, delivery fees included. */
export const backsOfRest = (parts: OrderPart[], lines: OrderLine[]): PartBack[] =>
  withFees(parts, allocateToParts(parts, piecesLeft(lines), false), undefined, false);

/** Adds delivery fees to the refunds. If the request names no lines, it adds the fees of parts without a piece, too. */
function withFees(parts: OrderPart[], backs: PartBack[], partId: string | undefined, isOfLines: boolean): PartBack[] {
  const otherParts = parts.filter(
    (part) =>
      !isOfLines &&
      feeLeftOf(part) > 0 &&
      (!partId || part._id === partId) &&
      backs.every((back) => back.part._id !== part._id),
  );
  return [...backs, ...otherParts.map((part) => ({ part, pieces: [], restock: false }))].map((back) => ({
    ...back,
    deliveryFee: true,
  }));
}

/**
 * The requested pieces, and the refund of each of their parts. Refuses `unknown_order` if the part is of another order,
 * `unknown_line`, `more_than_is_left`, `nothing_to_refund`.
 */
export function whatGoesBack(
  parts: OrderPart[],
  lines: OrderLine[],
  { partId, lines: requests, restock = false, deliveryFee }: AskedSums & { restock?: boolean },
): { chosen: Pieces[]; backs: PartBack[] } {
  if (partId && !parts.some((part) => part._id === partId)) throw unknownOrder();
  const pieces = requests
    ? chosenPieces(lines, requests)
    : piecesLeft(lines).filter(({ line }) => !partId || line.partId === partId);
  const goods = allocateToParts(parts, pieces, restock);
  const backs = deliveryFee ? withFees(parts, goods, partId, requests !== undefined) : goods;
  if (backs.length === 0) throw nothingToRefund();
  return { chosen: pieces, backs };
}

/**
 * Money of a payment that has gone back or is on its way: a refund at the provider, ours or by hand, or a dispute that
 * was lost.
 */
export interface Back {
  id: string;
  amountCents: number;
  /** The refund of ours that it carries out; empty when it was made without us. */
  refundId: string;
  createdAt: string;
  origin: "provider" | "dispute";
  /** The provider's state of it; null for money that a bank has taken. */
  status: ProviderRefundStatus | null;
}

/** A refund as it is written down here. */
export type Noted = Pick<RefundRow, "_id" | "amountCents" | "providerId" | "createdAt" | "doneAt"> & {
  otherWay?: string | null;
};

export interface Allocation {
  /** Refunds of ours that the provider has made. */
  reached: { _id: string; back: Back }[];
  /** Refunds of ours whose rest was given back without us. */
  adopted: { _id: string; back: Back; amountCents: number }[];
  /** Refunds of ours of which less is left to give, and that rest; 0 if nothing is left. */
  reduced: { _id: string; amountCents: number }[];
  /** Money that is to be written down by itself. `looseCents` of it count towards no refund of ours. */
  unrecorded: { back: Back; amountCents: number; looseCents: number }[];
}

interface Pending {
  row: Noted;
  leftCents: number;
}

interface Unknown {
  back: Back;
  leftCents: number;
  takenCents: number;
}

const SECONDS = "2026-03-02T12:00:00".length;
/** The provider's times are whole seconds. */
const notBefore = (back: Back, row: Noted) => back.createdAt >= row.createdAt.slice(0, SECONDS);
const sum = (cents: number[]) => cents.reduce((all, amount) => all + amount, 0);

/**
 * Divides money that was refunded without us among the refunds that we still have to make. Money refunded by hand after
 * a refund of ours was written down, and before it could be made, is that refund, or a part of it: somebody was tired
 * of waiting. Money refunded before that is separate, unless too little is left of the payment for both.
 */
export function allocateBacks(paidCents: number, backs: Back[], rows: Noted[]): Allocation {
  const reached = backs.flatMap((back) => {
    const row = rows.find(
      (refund) =>
        refund._id === back.refundId &&
        (refund.providerId === null || refund.providerId === back.id) &&
        !refund.otherWay,
    );
    return row ? [{ _id: row._id, back, isNew: row.doneAt === null && row.providerId === null }] : [];
  });
  const isReached = (back: Back) => reached.some((match) => match.back === back);
  const unknown: Unknown[] = backs
    .filter((back) => !isReached(back))
    .flatMap((back) => {
      const leftCents =
        back.amountCents - sum(rows.filter((row) => row.providerId === back.id).map((row) => row.amountCents));
      return leftCents > 0 ? [{ back, leftCents, takenCents: 0 }] : [];
    });
  const pending: Pending[] = rows
    .filter((row) => row.doneAt === null && row.providerId === null && !reached.some(({ _id }) => _id === row._id))
    .map((row) => ({ row, leftCents: row.amountCents }));
  const adopted: Allocation["adopted"] = [];

  const take = (from: Unknown, to: Pending, mostCents = Infinity) => {
    const cents = Math.min(from.leftCents, to.leftCents, mostCents);
    if (cents <= 0) return 0;
    from.leftCents -= cents;
    to.leftCents -= cents;
    if (to.leftCents === 0) adopted.push({ _id: to.row._id, back: from.back, amountCents: cents });
    else from.takenCents += cents;
    return cents;
  };

  for (const from of unknown) {
    const candidates = pending.filter(({ row }) => notBefore(from.back, row));
    // A refund of exactly this sum comes first.
    for (const to of candidates.toSorted(
      (a, b) => Number(b.leftCents === from.leftCents) - Number(a.leftCents === from.leftCents),
    ))
      take(from, to);
  }
  let excess =
    sum(pending.map((open) => open.leftCents)) - Math.max(0, paidCents - sum(backs.map((back) => back.amountCents)));
  for (const to of pending.toReversed()) {
    for (const from of unknown) excess -= take(from, to, Math.max(0, excess));
    const cents = Math.min(to.leftCents, Math.max(0, excess));
    to.leftCents -= cents;
    excess -= cents;
  }
  return {
    reached: reached.filter((match) => match.isNew).map(({ _id, back }) => ({ _id, back })),
    adopted,
    reduced: pending
      .filter(({ row, leftCents }) => leftCents !== row.amountCents && !adopted.some(({ _id }) => _id === row._id))
      .map(({ row, leftCents }) => ({ _id: row._id, amountCents: leftCents })),
    unrecorded: unknown
      .filter(({ leftCents, takenCents }) => leftCents + takenCents > 0)
      .map(({ back, leftCents, takenCents }) => ({ back, amountCents: leftCents + takenCents, looseCents: leftCents })),
  };
}
