import { isRouteErrorResponse, type ClientLoaderFunctionArgs } from "@remix-run/react";

/** What a list's page knows beside its loader's answer. */
export interface Kept {
  /** One page more was asked for and did not come: what is shown is what was there before. */
  moreFailed?: boolean;
}

/**
 * The `clientLoader` of a list with Load More: when one page more does not come, because the line dropped or our side
 * failed, what was loaded stays. Source: specification §8, a failure loading more.
 */
export function keepingWhatCame() {
  let last: { list: string; data: object } | undefined;
  async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<object & Kept> {
    const address = new URL(request.url);
    const list = listAt(address);
    try {
      const data = await serverLoader<object>();
      last = { list, data };
      return data;
    } catch (error) {
      const answered = error instanceof Response || isRouteErrorResponse(error);
      if (answered || !address.searchParams.has("from") || last?.list !== list) throw error;
      console.error(error);
      return { ...last.data, moreFailed: true };
    }
  }
  // So that it knows the list that came with the page itself.
  clientLoader.hydrate = true as const;
  return clientLoader;
}

/** Which list an address shows, whatever pages of it. */
function listAt(address: URL): string {
  const search = new URLSearchParams(address.search);
  for (const name of ["page", "from"]) search.delete(name);
  search.sort();
  return `${address.pathname}?${search}`;
}
