import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { FoundRegions } from "./use-regions";

/**
 * The `clientLoader` of a page with billing fields, which look up regions through the page's own loader (`?country=`).
 * The answer is told whose regions it has. When the look-up fails on a bad line, it has none, rather than an error page
 * taking the place of what was typed.
 */
export async function keepPageWithoutRegions({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const country = new URL(request.url).searchParams.get("country");
  if (country === null) return serverLoader();
  try {
    const { regions } = await serverLoader<Pick<FoundRegions, "regions">>();
    return { country, regions } satisfies FoundRegions;
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    return { country, regions: null } satisfies FoundRegions;
  }
}
