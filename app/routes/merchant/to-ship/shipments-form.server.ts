import { id, optionalText } from "~/features/fields";
import type { Shipments } from "~/features/merchant-orders/packing-schema";
import { z } from "~/features/zod";

const row = z.object({
  /** The order's id, where it is ticked. */
  ship: id.optional(),
  carrier: optionalText("Carrier", 80),
  tracking: optionalText("Tracking number", 80),
});

/**
 * What the posted form holds: a row for each order that it shows, by the order's number, so that what was typed stays
 * with its order when the list has changed meanwhile.
 */
export function shipmentsForm(form: FormData) {
  const rows = new Set([...form.keys()].flatMap((name) => /^rows\.(n\d{1,12})\./.exec(name)?.[1] ?? []));
  return z
    .object({
      carrier: optionalText("Carrier", 80),
      rows: z.object(Object.fromEntries([...rows].slice(0, 200).map((name) => [name, row] as const))).optional(),
    })
    .transform(({ carrier, rows: rowFields = {} }, context) => {
      const shipments = Object.entries(rowFields).flatMap(([name, { ship, tracking, carrier: ownCarrier }]) =>
        ship
          ? [
              {
                number: Number(name.slice(1)),
                order: ship,
                // An order that no carrier takes has no fields of one, and none of the carrier for all.
                carrier: ownCarrier || (form.has(`rows.${name}.tracking`) ? carrier : ""),
                trackingNumber: tracking,
              },
            ]
          : [],
      );
      if (shipments.length === 0) context.addIssue({ code: "custom", message: "Tick the orders that are sent." });
      return shipments satisfies Shipments;
    });
}
