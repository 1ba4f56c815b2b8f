import { toDollars } from "~/features/fields";
import { asciiDigits } from "~/features/ascii-digits";
import { z } from "~/features/zod";
import { UNITS, type ContentUnit } from "~/platform/units";
import type { NetContent } from "./net-content-schema";

/*
 * Goods that are weighed at packing: the most that an order charges, and the amount due once the weight is known. All
 * sums are whole cents. All weights are whole thousandths of the price's unit: grams for a kilo.
 */

export type WeightUnit = "kg" | "lb";

/** The default margin, in percent: how much more than the usual weight a buyer pays for at most. */
export const USUAL_MARGIN = 10;
export const MOST_MARGIN = 25;
export const USUAL_WEIGHT_NEEDED = "Write the usual weight of a piece, such as 300 g: it is paid by what it weighs.";

/** A merchant's figures for a weighed size. */
export interface Weighed {
  unitPriceCents: number;
  marginPercent: number;
}

/** The columns of a size or of an order's line that say that it is weighed. Null if it is not. */
export interface WeighedColumns {
  unitPriceCents: number | null;
  weightUnit: WeightUnit | null;
}

/**
 * The price that a buyer pays for a kilo or pound, less the discount and rounded half up. Undefined for a price per
 * piece. `prior` is the ratio of the price it is compared with to this price: 1 if nothing is struck through.
 */
export function weighedPriceOf(
  { unitPriceCents, weightUnit }: WeighedColumns,
  discountPercent: number,
  prior: number,
): { amount: number; before?: number; per: WeightUnit } | undefined {
  if (unitPriceCents === null || weightUnit === null) return undefined;
  const cents = lessDiscount(unitPriceCents, discountPercent);
  return {
    amount: toDollars(cents),
    ...(prior > 1 && { before: toDollars(Math.round(cents * prior)) }),
    per: weightUnit,
  };
}

/** A price less a discount, rounded half up. It is at least a cent, the least that a card can pay. */
export const lessDiscount = (cents: number, percent: number): number =>
  Math.max(1, Math.round((cents * (100 - percent)) / 100));

/** Whether a content is a weight. A usual weight must be one. */
export const isWeight = (content: NetContent | null | undefined): content is NetContent =>
  content !== null && content !== undefined && UNITS[content.unit][0] === "weight";

/** The unit of these goods' price: pounds if their weight is in ounces or pounds, otherwise kilos. */
export const weightUnitOf = ({ unit }: NetContent): WeightUnit => (unit === "oz" || unit === "lb" ? "lb" : "kg");

/** A weight in thousandths of a kilo or a pound. */
export const milliOf = ({ amount, unit }: NetContent, of: WeightUnit): number =>
  Math.round(Number(((amount * UNITS[unit][1] * 1000) / UNITS[of][1]).toFixed(6)));

/** The most that a piece costs: its usual weight and the margin, rounded half up. At least a cent, as cards require. */
export function mostOf({ unitPriceCents, marginPercent }: Weighed, usual: NetContent): number {
  const milli = milliOf(usual, weightUnitOf(usual));
  return Math.max(1, Math.round((unitPriceCents * milli * (100 + marginPercent)) / 100_000));
}

/** The amount due for all weights together, rounded half up once, and never more than was paid. */
export function dueFor(weights: readonly number[], unitPriceCents: number, paidCents: number): number {
  const milli = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.min(paidCents, Math.round((milli * unitPriceCents) / 1000));
}

/** Whether a weight is less than half or more than twice the usual one, as with a digit too many or too few. */
export const isFarFrom = (usualMilli: number, milli: number): boolean =>
  milli * 2 < usualMilli || milli > usualMilli * 2;

const MOST_MILLI = 1_000_000;
const UNREADABLE = { kg: "Write grams, or kilos with a point: 2840 or 2.84.", lb: "Write pounds: 6.25." };
const NAMES: Record<string, ContentUnit> = { g: "g", gr: "g", kg: "kg", oz: "oz", lb: "lb", lbs: "lb" };

/**
 * Reads a weight as a scale shows it and people type it: `2840`, `2.84`, `2,840 kg`, `6.25 lb`. Without a unit, a whole
 * number is grams and a fraction kilos. Where pounds are used, both are pounds. Returns thousandths of `unit`, or a
 * sentence that says what is wrong.
 */
export function readWeight(typed: string, unit: WeightUnit): number | string {
  const text = asciiDigits(typed).trim();
  const [, number = "", name = ""] = /^(\d{1,7}(?:[.,]\d{1,4})?)\s*([a-z]{0,3})\.?$/i.exec(text) ?? [];
  const unitName = name === "" ? undefined : NAMES[name.toLowerCase()];
  if (number === "" || (name !== "" && !unitName)) return UNREADABLE[unit];
  const assumed = unit === "lb" ? "lb" : /[.,]/.test(number) ? "kg" : "g";
  const milli = milliOf({ amount: Number(number.replace(",", ".")), unit: unitName ?? assumed }, unit);
  if (milli < 1) return "A weight is more than 0.";
  return milli > MOST_MILLI ? `A piece can weigh at most ${MOST_MILLI / 1000} ${unit}.` : milli;
}

/** A weight as people read it: grams below a kilo, else kilos or pounds. */
export function weightInWords(milli: number, unit: WeightUnit): string {
  return unit === "kg" && milli < 1000 ? `${milli}\u00a0g` : `${milli / 1000}\u00a0${unit}`;
}

const storedWeights = z.array(z.number().int().positive().nullable());

/** Weights of a line's pieces, in their order. Null for a piece that is not weighed yet. */
export const weightsIn = (json: string): (number | null)[] =>
  json === "" ? [] : storedWeights.parse(JSON.parse(json));
