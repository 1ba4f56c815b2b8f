import type { LoaderFunctionArgs } from "@remix-run/node";
import { ApiFailure } from "~/api/client";
import { guarded, sessionOf } from "~/session/session.server";

/** The confirmed addresses, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
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

/** The text of a successful answer; throws an ApiFailure for any other. For answers that are no JSON. */
async function textOf(call: Promise<{ ok: boolean; status: number; text(): Promise<string> }>): Promise<string> {
  const answer = await call;
  if (!answer.ok) throw new ApiFailure(answer.status, [], "");
  return answer.text();
}
