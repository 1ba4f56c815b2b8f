import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { llmsText } from "./llms-text";

/** A text for programs: the shop, its pages and its API. */
export async function loader(args: LoaderFunctionArgs) {
  const { config } = await sessionOf(args);
  return new Response(llmsText(config.publicUrl, config.market.name), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
