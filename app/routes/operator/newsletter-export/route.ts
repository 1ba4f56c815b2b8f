import type { LoaderFunctionArgs } from "@remix-run/node";
import { guarded, sessionOf } from "~/session/session.server";
import { textOf } from "../text-of";

/** The confirmed addresses, as a file. */
export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const csv = await guarded(session, () => textOf(session.api().operator.newsletter.export.$get()));
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="newsletter.csv"',
      "Cache-Control": "no-store",
    },
  });
}
