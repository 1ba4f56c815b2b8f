import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";
import { ALL_UNITS, UNIT_NAMES, UNITS, type ContentUnit } from "~/platform/units";

/*
 * The net content of a product, and the price per unit that follows from it. Sources: EU Directive 98/6/EC (price per
 * unit), Regulation 1169/2011 articles 9 and 23 (net quantity, drained weight).
 */

type Kind = (typeof UNITS)[ContentUnit][0];
const US_UNITS: readonly ContentUnit[] = ["oz", "lb", "fl oz", "pt", "qt", "gal"];
const WEIGHTS = ALL_UNITS.filter((unit) => UNITS[unit][0] === "weight") as [ContentUnit, ...ContentUnit[]];

/** The units in which the marketplace writes prices per unit. */
export type UnitSystem = "metric" | "us";

/** Up to this amount, in grams, millilitres or ounces, the price is for a smaller unit. */
const SMALL = { metric: 250, us: 8 } as const;
const MOST = 1_000_000;
const WRONG_AMOUNT = "An amount is more than 0 and has at most three decimals.";

const amount = z
  .number({ error: WRONG_AMOUNT })
  .positive(WRONG_AMOUNT)
  .max(MOST, `This can be at most ${MOST}.`)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, WRONG_AMOUNT);

const unitError = (units: readonly string[]) => `The unit must be one of: ${units.join(", ")}.`;
const quantityIn = (units: [ContentUnit, ...ContentUnit[]]) =>
  z.object({ amount, unit: z.enum(units, { error: unitError(units) }) });

/** An amount of goods: a number with up to three decimals, and its unit. */
export const netContent = quantityIn(ALL_UNITS).meta({ id: "NetContent" });
export type NetContent = z.infer<typeof netContent>;
/** The weight of the goods without the liquid that they lie in. */
export const drainedWeight = quantityIn(WEIGHTS);

export const DRAINED_MORE = "The drained weight can be at most the net content.";
/** Whether a drained weight is at most the net content that it is a part of. True if they are not both weights. */
export function isDrainedWithin(
  content: NetContent | null | undefined,
  drained: NetContent | null | undefined,
): boolean {
  if (!content || !drained || UNITS[content.unit][0] !== "weight") return true;
  return baseAmount(drained) <= baseAmount(content);
}

export const UNREADABLE = "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces.";
/**
 * A content as people type it: `500 g`, `1,5kg`, `12 pieces`. An empty text is no content. A comma before three digits
 * may separate thousands or decimals, so it is refused, and the person is asked.
 */
export const typedContent = z
  .string()
  .overwrite(asciiDigits)
  .trim()
  .max(40, UNREADABLE)
  .transform((text, ctx): NetContent | null => {
    if (text === "") return null;
    const [, number = "", name = ""] = /^(\d[\d.,]*)\s*([a-z. ]+)$/i.exec(text) ?? [];
    const unit = UNIT_NAMES[name.toLowerCase().replace(/[. ]/g, "")];
    const refuse = (message: string) => {
      ctx.issues.push({ code: "custom", message, input: text });
      return z.NEVER;
    };
    const [, whole = "", thousandths = ""] = /^(\d{1,3}),(\d{3})$/.exec(number) ?? [];
    if (unit && thousandths && whole !== "0")
      return refuse(`Write ${whole}${thousandths} ${unit} or ${whole}.${thousandths} ${unit}, whichever it is.`);
    const read =
      unit && /^\d+([.,]\d+)?$/.test(number)
        ? netContent.safeParse({ amount: Number(number.replace(",", ".")), unit })
        : null;
    if (!read) return refuse(UNREADABLE);
    return read.success ? read.data : refuse(read.error.issues[0]?.message ?? UNREADABLE);
  });

/** A drained weight as it is typed. */
export const typedDrained = typedContent.refine((value) => value === null || UNITS[value.unit][0] === "weight", {
  error: "A drained weight is in g or kg, such as 240 g.",
});

/** A content as people read it: `500 g`, `12 pieces`. A no-break space keeps the unit on the same line. */
export function contentInWords({ amount: number, unit }: NetContent): string {
  return `${number}\u00a0${unit === "piece" && number !== 1 ? "pieces" : unit}`;
}

/** Whether a unit is one of those that a marketplace uses. */
export const isUnitOf = (unit: ContentUnit, system: UnitSystem): boolean => system === "us" || !US_UNITS.includes(unit);

/** The content in grams, millilitres or pieces. */
const baseAmount = ({ amount: number, unit }: NetContent): number => number * UNITS[unit][1];

type PerUnit = "kg" | "100 g" | "l" | "100 ml" | "piece" | "lb" | "oz" | "fl oz";

function perUnitOf(kind: Kind, base: number, system: UnitSystem): { per: PerUnit; size: number } {
  if (kind === "count") return { per: "piece", size: 1 };
  if (system === "us") {
    if (kind === "volume") return { per: "fl oz", size: UNITS["fl oz"][1] };
    const isSmall = base <= SMALL.us * UNITS.oz[1];
    return isSmall ? { per: "oz", size: UNITS.oz[1] } : { per: "lb", size: UNITS.lb[1] };
  }
  const isSmall = base <= SMALL.metric;
  if (kind === "weight") return isSmall ? { per: "100 g", size: 100 } : { per: "kg", size: 1000 };
  return isSmall ? { per: "100 ml", size: 100 } : { per: "l", size: 1000 };
}

export const unitPrice = z.object({
  amount: z.number().describe("Dollars for one of the unit, rounded half up to the cent."),
  before: z.number().optional().describe("The same of the price before the discount; only on a discounted product."),
  per: z.enum(["kg", "100 g", "l", "100 ml", "piece", "lb", "oz", "fl oz"]),
});
export type UnitPrice = z.infer<typeof unitPrice>;

/** The net content of a product, and the drained weight if it lies in a liquid. */
export interface Contents {
  content: NetContent | null;
  drained: NetContent | null;
}

/**
 * The price of one unit of a product, for comparison. It is for the drained weight if there is one. Undefined without
 * content, or if it would round to 0. It is never used in a sum.
 */
export function unitPriceOf(
  { content, drained }: Contents,
  { priceCents, amountCents }: { priceCents: number; amountCents: number },
  system: UnitSystem,
): UnitPrice | undefined {
  const measured = drained ?? content;
  if (!measured) return undefined;
  const base = baseAmount(measured);
  const { per, size } = perUnitOf(UNITS[measured.unit][0], base, system);
  const dollars = (cents: number) => Math.round(Number(((cents * size) / base).toFixed(6))) / 100;
  const price = dollars(priceCents);
  if (price === 0) return undefined;
  return { amount: price, ...(priceCents < amountCents && { before: dollars(amountCents) }), per };
}

/** The columns of a product that hold its contents; amounts in thousandths of their unit. */
interface ContentColumns {
  contentMilli: number | null;
  contentUnit: string | null;
  drainedMilli: number | null;
  drainedUnit: string | null;
}

export function contentColumns({ content, drained }: Contents): ContentColumns {
  return {
    contentMilli: content ? Math.round(content.amount * 1000) : null,
    contentUnit: content?.unit ?? null,
    drainedMilli: drained ? Math.round(drained.amount * 1000) : null,
    drainedUnit: drained?.unit ?? null,
  };
}

export function contentsOf(row: ContentColumns): Contents {
  return {
    content: storedContent(row.contentMilli, row.contentUnit),
    drained: storedContent(row.drainedMilli, row.drainedUnit),
  };
}

function storedContent(milli: number | null, unit: string | null): NetContent | null {
  return milli === null || unit === null ? null : { amount: milli / 1000, unit: unit as ContentUnit };
}
