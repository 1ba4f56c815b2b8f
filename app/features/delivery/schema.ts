import { isDay } from "~/features/days";
import { day, dollars, id, optionalText, text } from "~/features/fields";
import { z } from "~/features/zod";
import { areaSentence } from "./areas";
import { openTime, WRONG_TIME } from "./open-time-schema";
import { timesSentence } from "./times";

/* Delivery methods, by which goods get from a stall to its buyers, and the times of collection and delivery. */

/** The most delivery methods of a stall, and the most times, days off and products of one method. */
export const MOST_METHODS = 20;
export const MOST_TIMES = 60;
export const MOST_DAYS_OFF = 366;
export const MOST_PRODUCTS = 500;

export const methodKind = z.enum(["collection", "delivery", "carrier"], {
  error: "kind must be collection, delivery or carrier.",
});
export type MethodKind = z.infer<typeof methodKind>;

/** A sum of a delivery method, in dollars and whole cents. */
const sum = (name: string) =>
  z
    .number({ error: `${name} is an amount such as 4.50.` })
    .min(0, `${name} is not below 0.`)
    .max(10_000, `${name} can be at most $10,000.`)
    .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, `${name} has at most two decimals.`)
    .meta({ format: "dollars" });

export const methodFields = z.object({
  kind: methodKind,
  name: text("A name", 60),
  active: z.boolean().default(true).describe("Whether buyers can choose it."),
  address: optionalText("An address", 200).describe("Of a place of collection."),
  directions: optionalText("Directions", 300).describe("How to find the place, and what to bring."),
  area: optionalText("An area", 3000).describe(
    "Of a delivery: postcodes and towns with commas or on lines of their own; `05401-05408` is a range, `SW1A*` a beginning.",
  ),
  times: z.array(openTime).max(MOST_TIMES, `A way can have at most ${MOST_TIMES} times.`).default([]),
  daysOff: z
    .array(z.string().refine(isDay, "A day is written as 2026-12-24."))
    .max(MOST_DAYS_OFF, `There can be at most ${MOST_DAYS_OFF} days off.`)
    .default([])
    .transform((days) => [...new Set(days)].sort())
    .describe("Days without its weekly times."),
  isPaidThere: z
    .boolean()
    .default(false)
    .describe("Of a collection: whether buyers may pay there, as long as the market allows it."),
  fee: sum("A fee").default(0).describe("The price of the way for the goods of an order."),
  freeFrom: sum("The sum from which it is free")
    .nullable()
    .default(null)
    .describe("From how much on, in goods of the stall, the way costs nothing; null for never."),
  leastOrder: sum("The least order").default(0).describe("How much goods of the stall must come to; 0 for any sum."),
  products: z
    .array(id)
    .max(MOST_PRODUCTS, `A way can be limited to at most ${MOST_PRODUCTS} products.`)
    .default([])
    .transform((ids) => [...new Set(ids)])
    .describe("Ids of the products that go this way; empty for all of the stall."),
});

/** A delivery method as a merchant saves it. */
export const method = methodFields.superRefine((way, context) => {
  const { kind, address, area, times, fee, freeFrom, leastOrder } = way;
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (kind === "collection" && address === "") refuse(["address"], "An address is required");
  const aboutArea = kind === "delivery" ? areaSentence(area) : null;
  if (aboutArea !== null) refuse(["area"], aboutArea);
  if (kind === "carrier" && times.length > 0) refuse(["times"], "A carrier comes without times.");
  if (kind === "collection" && times.length === 0) refuse(["times"], "Say when it can be collected.");
  for (const { index, field, message } of timesSentence(times)) refuse(["times", index, field], message);
  if (leastOrder > 0 && fee > leastOrder) refuse(["fee"], "The fee is higher than the least order.");
  if (freeFrom === null) return;
  if (fee === 0) refuse(["freeFrom"], "It is free already: enter a fee, or leave this empty.");
  else if (freeFrom <= leastOrder)
    refuse(["freeFrom"], "Every order comes to that much: enter more than the least order.");
});
export type Method = z.infer<typeof method>;

const storedMethod = methodFields.extend({ _id: z.string() });
export type SavedMethod = z.infer<typeof storedMethod>;
export const savedMethod = storedMethod
  .extend({
    productTitles: z.array(z.string()).describe("Titles of the products that it is limited to, in their order."),
  })
  .meta({ id: "DeliveryMethod" });
export type TitledMethod = z.infer<typeof savedMethod>;

/** A time of one day that can be chosen, or why it cannot. */
export const slot = z.object({
  day: z.string().describe("YYYY-MM-DD in the marketplace's time zone."),
  from: z.string(),
  to: z.string(),
  cutOffAt: z.string().describe("An order must be begun before it."),
  placesLeft: z.number().int().nullable().describe("null where there is no bound."),
  closed: z
    .enum(["past_cut_off", "slot_full", "out_of_season"])
    .nullable()
    .describe("Why it cannot be chosen; null where it can."),
});
export type Slot = z.infer<typeof slot>;

/** A delivery method of a stall for a cart and an address. */
export const option = z.object({
  method: z.string(),
  shared: z.boolean().describe("Whether it is a market day, at which several stalls are collected from at once."),
  kind: methodKind,
  name: z.string(),
  address: z.string(),
  directions: z.string(),
  hasTimes: z.boolean(),
  isPaidThere: z.boolean().describe("Whether it can be paid at collection."),
  slots: z.array(slot).describe("The next 60 at most; those of six weeks can be chosen."),
  fee: dollars.describe(
    "The price of the way for these goods; of a market day, that of the whole order, once for all of its stalls there.",
  ),
  freeFrom: dollars.nullable().describe("From how much on it would cost nothing; null for never."),
  closed: z
    .object({
      code: z.enum(["not_to_this_address", "way_closed", "not_for_these_goods", "below_least_order"]),
      message: z.string(),
    })
    .nullable()
    .describe("Why it cannot be chosen at all; null where it can."),
});
export type Option = z.infer<typeof option>;

/** An order that goods can be added to: they are handed over with it, with no second fee and no second place. */
export const addition = z.object({
  order: z.string(),
  itemId: z.number().int(),
  method: z.string(),
  kind: methodKind,
  name: z.string(),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  until: z.string().describe("The order must be begun before it."),
});
export type Addition = z.infer<typeof addition>;

export const stallOptions = z
  .object({
    merchant: z.string(),
    storeName: z.string(),
    additions: z
      .array(addition)
      .describe("Orders of the buyer that the goods can be added to; empty for anybody who is not signed in."),
    options: z.array(option).describe("Empty where the stall sends by carrier to everywhere."),
    advice: z
      .string()
      .nullable()
      .describe(
        "Where no way can be had: what to take out or to add so that one can; null where there is no such way.",
      ),
  })
  .meta({ id: "StallDeliveryOptions" });
export type StallOptions = z.infer<typeof stallOptions>;

/** A buyer's choice for a stall. */
export const wayChoice = z.object({
  merchant: id.describe("The stall's merchant."),
  method: id.describe("The way, of those that `POST /product/delivery/options` answers."),
  day: day("A day").describe("Of the time; empty where the way has none."),
  from: z
    .string()
    .regex(/^(|([01]\d|2[0-3]):[0-5]\d)$/, WRONG_TIME)
    .default("")
    .describe("When the time begins; empty where the way has none."),
  order: id
    .optional()
    .describe("An order of the buyer's that the goods are added to, of `additions`; way and time are that order's."),
});
export type WayChoice = z.infer<typeof wayChoice>;
export const wayChoices = z.array(wayChoice).max(100, "A cart can hold at most 100 stalls.");

/** Another time of the same delivery method. */
export const otherTime = z.object({
  time: z
    .string({ error: "Choose a time." })
    .refine((time) => isDay(time.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(time.slice(10)), "Choose a time.")
    .describe("The day and the beginning of the time in the marketplace's time zone: 2026-11-28T09:00."),
});

/** The delivery method of a part, as it was when the part was ordered, and its time. */
export const partDelivery = z
  .object({
    kind: methodKind,
    name: z.string(),
    address: z.string(),
    directions: z.string(),
    day: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    timeZone: z.string(),
    cutOffAt: z.string().nullable(),
    code: z.string().describe("Said or shown at collection; empty where goods are not collected."),
    changes: z.number().int().describe("How often its time was changed."),
    marketDay: z
      .string()
      .nullable()
      .describe("The market day, at which several stalls are collected from with one code; null otherwise."),
    joinedTo: z
      .string()
      .nullable()
      .describe("The first order that it is handed over with, since it was added to it; null otherwise."),
    notCollectedAt: z.string().nullable().describe("When the stall said that it was not collected; null otherwise."),
  })
  .meta({ id: "PartDelivery" });
export type PartDelivery = z.infer<typeof partDelivery>;

/** The delivery method and time of a part, without what only its buyer and its merchant need. */
export const toldDelivery = partDelivery.pick({
  kind: true,
  name: true,
  day: true,
  from: true,
  to: true,
  timeZone: true,
  joinedTo: true,
});
