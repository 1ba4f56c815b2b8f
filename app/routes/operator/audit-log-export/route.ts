import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { guarded, sessionOf } from "~/session/session.server";
import { wantedIn } from "../audit-log/wanted";

/** The entries that the log's filters show, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const query = wantedIn(new URL(args.request.url).searchParams);
  return guarded(session, async () => {
    const answer = await session.api().operator.audit.export.$get({ query });
    // Throws what the service refused.
    if (!answer.ok) await read(Promise.resolve(answer as never));
    return new Response(answer.body, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="audit-log.csv"',
        "Cache-Control": "no-store",
      },
    });
  });
}
