import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { guarded, sessionOf } from "~/session/session.server";

/** All stored data about the signed-in buyer, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { data } = await guarded(session, () => read(session.api().user.export.$get()));
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
