import { isRouteErrorResponse, type ClientLoaderFunctionArgs } from "@remix-run/react";

/** What a list's page knows beside its loader's answer. */
export interface Kept {
  /** One page more was asked for and did not come: what is shown is what was there before. */
  moreFailed?: boolean;
}

let shown: { list: string; data: object } | undefined;

/** Has what is shown at an address stay there should one page more not come. */
export function keepInPlace(address: { pathname: string; search: string }, data: object): void {
  shown = { list: listAt(address), data };
}

/**
 * The `clientLoader` of a list with `OnePageMore`: when one page more does not come, because the line dropped or our side
 * failed, what was loaded stays. Source: specification §8, a failure loading more.
 */
export async function keepWhatCame({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<object & Kept> {
  const address = new URL(request.url);
  try {
    return await serverLoader<object>();
  } catch (error) {
    const answered = error instanceof Response || isRouteErrorResponse(error);
    if (answered || !address.searchParams.has("from") || shown?.list !== listAt(address)) throw error;
    console.error(error);
    return { ...shown.data, moreFailed: true };
  }
}

/** Which list an address shows, whatever pages of it. */
function listAt({ pathname, search }: { pathname: string; search: string }): string {
  const asked = new URLSearchParams(search);
  for (const name of ["page", "from"]) asked.delete(name);
  asked.sort();
  return `${pathname}?${asked}`;
}
