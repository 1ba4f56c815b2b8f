import { id, optionalText } from "~/features/fields";
import type { Shipments } from "~/features/merchant-orders/packing-schema";
import { z } from "~/features/zod";

const row = z.object({
  /** The order's id, if it is ticked. */
  ship: id.optional(),
  carrier: optionalText("Carrier", 80),
  tracking: optionalText("Tracking number", 80),
});

/**
 * The schema of the posted form. Its rows are named by order number, so that typed values stay with their order when
 * the list has changed since.
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
                // A row without a tracking field is an order without a carrier, so the default carrier does not apply.
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
