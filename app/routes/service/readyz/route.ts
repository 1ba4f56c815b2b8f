import { readiness } from "~/edge/resources/readiness.server";

/* Says whether requests can be served: the state of the database, the file store and the log. */
export async function loader() {
  const { ready, ...parts } = await readiness();
  const { database, files, log } = parts;
  const status = ready ? (database && files && log ? "ok" : "degraded") : "unavailable";
  return Response.json(
    { status, ...parts },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store", ...(!ready && { "Retry-After": "5" }) } },
  );
}
