import { useActionData, useRouteLoaderData } from "@remix-run/react";

/**
 * The answer to the page's form: refused just now, or kept when the session ended while it was filled in. A kept answer
 * may lack what an action adds (regions, ...): a page takes that from its loader.
 */
export function useAnswer<Answer>(): Answer | undefined {
  const answer = useActionData() as Answer | undefined;
  const keptAnswer = useRouteLoaderData<{ kept?: unknown }>("root")?.kept as Answer | null | undefined;
  return answer ?? keptAnswer ?? undefined;
}
