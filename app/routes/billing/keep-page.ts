import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/**
 * The `clientLoader` of a page with billing fields. They look up regions through the page's own loader; when that fails
 * on a bad line, the answer is none rather than an error page that takes away what was typed.
 */
export async function keepPageWithoutRegions({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await serverLoader();
  } catch (failure) {
    if (failure instanceof Response || !new URL(request.url).searchParams.has("country")) throw failure;
    return { regions: null };
  }
}
