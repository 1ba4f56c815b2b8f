import { readiness } from "~/service/readiness.server";

/* Says whether requests can be served: database and file store. */
export async function loader() {
  const { ready, ...parts } = await readiness();
  return Response.json(
    { status: ready ? "ok" : "unavailable", ...parts },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store", ...(!ready && { "Retry-After": "5" }) } },
  );
}
