import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { collectionsOf } from "~/features/delivery/collections-schema";
import { calendarOf } from "~/features/delivery/calendar-schema";
import type { PartDelivery } from "~/features/delivery/schema";
import type { OrderDetails } from "~/features/orders/schema";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

/** A calendar file with the time at which a part is collected or delivered, and all that is handed over with it. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const id = args.params["orderId"] ?? "";
  const partId = new URL(args.request.url).searchParams.get("part");
  const { data: order } = await guarded(session, () =>
    orNotFound(read(session.api().product.order[":id"].$get({ param: { id } }))),
  );
  const parts = order.parts.flatMap(({ delivery, ...part }) => (delivery ? [{ ...part, delivery }] : []));
  const collected = collectionsOf(parts).find((group) => group.some(({ _id }) => _id === partId));
  const calendar = collected && calendarOf(...eventOf(order, collected), new Date());
  if (!calendar) throw new Response("Not Found", { status: 404 });
  return new Response(calendar, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="order-${order.itemId}.ics"`,
      "Cache-Control": "private, no-store",
    },
  });
}

type Part = OrderDetails["parts"][number] & { delivery: PartDelivery };

/** The parts that are handed over together, those of the first order first, and the numbers of their orders. */
function eventOf({ _id: order, itemId }: OrderDetails, [first, ...rest]: [Part, ...Part[]]) {
  const partsOfOrder = [first, ...rest].map((part) => ({ ...part, order, itemId }));
  const addedParts = partsOfOrder.flatMap(({ together }) =>
    together.map(({ part: _id, ...details }) => ({ ...details, _id, delivery: first.delivery })),
  );
  const parts = [...new Map([...partsOfOrder, ...addedParts].map((part) => [part._id, part])).values()].toSorted(
    (first, second) => (`${first.order} ${first._id}` < `${second.order} ${second._id}` ? -1 : 1),
  );
  return [parts as [(typeof parts)[number], ...typeof parts], [...new Set(parts.map((part) => part.itemId))]] as const;
}
