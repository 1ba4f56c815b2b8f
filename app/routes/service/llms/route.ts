import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";
import { llmsText } from "./llms-text";

/** What the shop is and where its pages and its API are, for programs that read text. */
export async function loader(asked: LoaderFunctionArgs) {
  const { config } = await sessionOf(asked);
  return new Response(llmsText(config.publicUrl, config.market.name), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
