import { marketDay, type SavedMarketDay } from "~/features/delivery/market-day-schema";
import { z } from "~/features/zod";
import { typedAmount } from "~/routes/shared/typed-amount";
import { BLANK_TIME, daysIn, rowOf, timeRow, timesOf } from "~/routes/shared/way-times/time-rows";
import type { FormValues } from "~/session/merged-form.server";

/* The form of a market day: the typed fields, and the market day that they stand for. */

const text = z.string().trim().default("");

export const marketDayForm = z
  .object({
    name: text,
    active: z.literal("on").optional(),
    address: text,
    directions: text,
    times: z.array(timeRow).default([]),
    daysOff: text,
    fee: text,
  })
  .transform(({ active, times, daysOff, fee, ...day }, context) => {
    const { data, error } = marketDay.safeParse({
      ...day,
      active: active === "on",
      times: timesOf(times),
      daysOff: daysIn(daysOff),
      fee: typedAmount(fee),
    });
    for (const { path, message } of error?.issues ?? [])
      // The form has one field for all days.
      context.addIssue({ code: "custom", path: path[0] === "daysOff" ? ["daysOff"] : [...path], message });
    return data ?? z.NEVER;
  });
export type TypedMarketDay = z.input<typeof marketDayForm>;

/** The form's fields of a saved market day. */
export function typedMarketDay({ name, active, address, directions, times, daysOff, fee }: SavedMarketDay) {
  return {
    name,
    ...(active && { active: "on" as const }),
    address,
    directions,
    times: times.map(rowOf),
    daysOff: daysOff.join("\n"),
    fee: fee === 0 ? "" : fee.toFixed(2),
  } satisfies TypedMarketDay;
}

/** The fields of the form as they are saved, to merge them with what somebody else has saved meanwhile. */
export const marketDayValues = (day: SavedMarketDay): FormValues => {
  const { times, ...texts } = typedMarketDay(day);
  return { ...texts, active: day.active, times: times.map((row) => ({ ...row })) };
};

export const NEW_MARKET_DAY: TypedMarketDay = {
  name: "",
  active: "on",
  address: "",
  directions: "",
  times: [BLANK_TIME],
  daysOff: "",
  fee: "",
};
