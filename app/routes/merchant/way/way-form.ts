import { asciiDigits } from "~/features/ascii-digits";
import { method, type CutOff, type OpenTime, type TitledMethod } from "~/features/delivery/schema";
import { z } from "~/features/zod";
import type { FormValues } from "~/session/merged-form.server";

/* The form of a way: what is typed, and the way that it stands for. */

/** Choices of when orders close: hours before a time, or a time of day some days before. */
export const CUT_OFFS = [
  ...[0, 1, 2, 3, 6, 12, 24, 48, 72].map((hours) => ({
    value: `h${hours}`,
    label: hours === 0 ? "When it begins" : hours === 1 ? "1 hour before" : `${hours} hours before`,
  })),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({
    value: `d${days}`,
    label: days === 0 ? "That day at" : days === 1 ? "The day before at" : `${days} days before at`,
  })),
];

/** Choices of a day: every week, or one day alone. */
export const DAYS = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((name, index) => ({
    value: String(index + 1),
    label: `Every ${name}`,
  })),
  { value: "day", label: "One day alone" },
];

const typed = z.string().trim().default("");
const timeRow = z.object({
  weekday: typed,
  day: typed,
  from: typed,
  to: typed,
  capacity: typed,
  cutOff: typed,
  cutOffTime: typed,
});
type TimeRow = z.output<typeof timeRow>;

export const BLANK_TIME: TimeRow = {
  weekday: "6",
  day: "",
  from: "",
  to: "",
  capacity: "",
  cutOff: "d1",
  cutOffTime: "18:00",
};

/** A product that a way is limited to, and its title, which is only shown. */
const productRow = z.object({ product: typed, title: typed });

/** An amount as people type it, with a point or a comma. */
const amountOf = (text: string): number => {
  const plain = asciiDigits(text).replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};

const isBlank = ({ from, to, capacity }: TimeRow) => from === "" && to === "" && capacity === "";

function cutOffOf({ cutOff, cutOffTime }: TimeRow): CutOff {
  const count = Number(cutOff.slice(1));
  return cutOff.startsWith("h") ? { hoursBefore: count } : { daysBefore: count, time: cutOffTime };
}

const timeOf = (row: TimeRow) => ({
  weekday: row.weekday === "day" ? null : Number(row.weekday),
  day: row.weekday === "day" ? row.day : "",
  from: row.from,
  to: row.to,
  capacity: row.capacity === "" ? null : Number(row.capacity),
  cutOff: cutOffOf(row),
});

export const wayForm = z
  .object({
    kind: typed,
    name: typed,
    active: z.literal("on").optional(),
    address: typed,
    directions: typed,
    area: typed,
    times: z.array(timeRow).default([]),
    daysOff: typed,
    fee: typed,
    freeFrom: typed,
    leastOrder: typed,
    products: z.array(productRow).default([]),
    /** Looks for products to add. */
    find: typed,
  })
  .transform(({ active, times, daysOff, fee, freeFrom, leastOrder, products, find: _find, ...way }, context) => {
    const { data, error } = method.safeParse({
      ...way,
      active: active === "on",
      // Rows that were added and not filled in stand at the end; one between others is asked about.
      times: times.slice(0, times.findLastIndex((row) => !isBlank(row)) + 1).map(timeOf),
      daysOff: daysOff.split(/[\s,;]+/).filter(Boolean),
      fee: fee === "" ? 0 : amountOf(fee),
      freeFrom: freeFrom === "" ? null : amountOf(freeFrom),
      leastOrder: leastOrder === "" ? 0 : amountOf(leastOrder),
      products: products.map(({ product }) => product),
    });
    for (const { path, message } of error?.issues ?? [])
      // The days are one field of the form.
      context.addIssue({ code: "custom", path: path[0] === "daysOff" ? ["daysOff"] : [...path], message });
    return data ?? z.NEVER;
  });
export type TypedWay = z.input<typeof wayForm>;

function rowOf({ weekday, day, from, to, capacity, cutOff }: OpenTime): TimeRow {
  return {
    weekday: weekday === null ? "day" : String(weekday),
    day,
    from,
    to,
    capacity: capacity === null ? "" : String(capacity),
    cutOff: "hoursBefore" in cutOff ? `h${cutOff.hoursBefore}` : `d${cutOff.daysBefore}`,
    cutOffTime: "time" in cutOff ? cutOff.time : "18:00",
  };
}

/** A saved way as its form shows it. */
export function typedWay({ kind, name, active, address, directions, area, times, daysOff, ...way }: TitledMethod) {
  return {
    kind,
    name,
    ...(active && { active: "on" as const }),
    address,
    directions,
    area,
    times: times.length > 0 ? times.map(rowOf) : [BLANK_TIME],
    daysOff: daysOff.join("\n"),
    fee: way.fee === 0 ? "" : way.fee.toFixed(2),
    freeFrom: way.freeFrom === null ? "" : way.freeFrom.toFixed(2),
    leastOrder: way.leastOrder === 0 ? "" : way.leastOrder.toFixed(2),
    products: way.products.map((product, place) => ({ product, title: way.productTitles[place] ?? "" })),
    find: "",
  } satisfies TypedWay;
}

/** The fields of the form, as they are saved, for merging it with what somebody else has saved meanwhile. */
export const wayValues = (way: TitledMethod): FormValues => {
  const { times, products, find: _find, ...texts } = typedWay(way);
  const rows = { times: times.map((row) => ({ ...row })), products: products.map((row) => ({ ...row })) };
  return { ...texts, ...rows, active: way.active };
};

export const NEW_WAY: TypedWay = {
  kind: "collection",
  name: "",
  active: "on",
  address: "",
  directions: "",
  area: "",
  times: [BLANK_TIME],
  daysOff: "",
  fee: "",
  freeFrom: "",
  leastOrder: "",
  products: [],
  find: "",
};
