import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { collectionsOf } from "~/features/delivery/collections-schema";
import { calendarOf } from "~/features/delivery/calendar-schema";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

/** A calendar file of when a part of an order is collected or comes, with what is collected together with it. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("buyer");
  const id = asked.params["orderId"] ?? "";
  const partId = new URL(asked.request.url).searchParams.get("part");
  const { data: order } = await guarded(session, () =>
    orNotFound(read(session.api().product.order[":id"].$get({ param: { id } }))),
  );
  const parts = order.parts.flatMap(({ delivery, ...part }) => (delivery ? [{ ...part, delivery }] : []));
  const together = collectionsOf(parts).find((group) => group.some(({ _id }) => _id === partId));
  const calendar = together && calendarOf(together, order.itemId, new Date());
  if (!calendar) throw new Response("Not Found", { status: 404 });
  return new Response(calendar, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="order-${order.itemId}.ics"`,
      "Cache-Control": "private, no-store",
    },
  });
}
