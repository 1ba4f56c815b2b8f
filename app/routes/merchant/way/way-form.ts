import { method, type TitledMethod } from "~/features/delivery/schema";
import { z } from "~/features/zod";
import { typedAmount } from "~/routes/shared/typed-amount";
import { BLANK_TIME, daysIn, rowOf, timeRow, timesOf } from "~/routes/shared/way-times/time-rows";
import type { FormValues } from "~/session/merged-form.server";

/* The form of a delivery method: the typed fields, and the delivery method that they stand for. */

const text = z.string().trim().default("");

/** A product to which a delivery method is limited. Its title is only shown. */
const productRow = z.object({ product: text, title: text });

export const wayForm = z
  .object({
    kind: text,
    name: text,
    active: z.literal("on").optional(),
    isPaidThere: z.literal("on").optional(),
    address: text,
    directions: text,
    area: text,
    times: z.array(timeRow).default([]),
    daysOff: text,
    fee: text,
    freeFrom: text,
    leastOrder: text,
    products: z.array(productRow).default([]),
    /** A text to search for products that can be added. */
    find: text,
  })
  .transform(
    ({ active, isPaidThere, times, daysOff, fee, freeFrom, leastOrder, products, find: _find, ...way }, context) => {
      const { data, error } = method.safeParse({
        ...way,
        active: active === "on",
        isPaidThere: isPaidThere === "on",
        times: timesOf(times),
        daysOff: daysIn(daysOff),
        fee: typedAmount(fee),
        freeFrom: freeFrom === "" ? null : typedAmount(freeFrom),
        leastOrder: typedAmount(leastOrder),
        products: products.map(({ product }) => product),
      });
      for (const { path, message } of error?.issues ?? [])
        // The form has one field for all days.
        context.addIssue({ code: "custom", path: path[0] === "daysOff" ? ["daysOff"] : [...path], message });
      return data ?? z.NEVER;
    },
  );
export type TypedWay = z.input<typeof wayForm>;

/** The form's fields of a saved delivery method. */
export function typedWay({ kind, name, active, address, directions, area, times, daysOff, ...way }: TitledMethod) {
  return {
    kind,
    name,
    ...(active && { active: "on" as const }),
    ...(way.isPaidThere && { isPaidThere: "on" as const }),
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

/** The fields of the form as they are saved, to merge them with what somebody else has saved meanwhile. */
export const wayValues = (way: TitledMethod): FormValues => {
  const { times, products, find: _find, ...texts } = typedWay(way);
  const rows = { times: times.map((row) => ({ ...row })), products: products.map((row) => ({ ...row })) };
  return { ...texts, ...rows, active: way.active, isPaidThere: way.isPaidThere };
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
