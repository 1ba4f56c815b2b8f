import { useActionData, useRouteLoaderData } from "@remix-run/react";

/**
 * What the page's form was answered with: refused just now, or kept when the session ended while it was filled in. Where
 * the latter may lack what an action adds (regions, ...), a page takes that from its loader.
 */
export function useAnswer<Answer>(): Answer | undefined {
  const answer = useActionData() as Answer | undefined;
  const keptAnswer = useRouteLoaderData<{ kept?: unknown }>("root")?.kept as Answer | null | undefined;
  return answer ?? keptAnswer ?? undefined;
}
