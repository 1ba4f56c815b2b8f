import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

const YEAR = 365 * 86_400_000;

/** The contact for reports of security holes: RFC 9116. It expires a year from the start of this month. */
export async function loader(args: LoaderFunctionArgs) {
  const { config } = await sessionOf(args);
  const month = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  const lines = [
    `Contact: mailto:${config.market.email}`,
    `Expires: ${new Date(Date.parse(month) + YEAR).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
