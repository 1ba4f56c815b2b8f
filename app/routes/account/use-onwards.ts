import { useSearchParams } from "@remix-run/react";
import { localPath, MADE_FOR } from "~/session/areas";

/** Makes links between the pages of signing in and up, which keep where the person wanted to go. */
export function useOnwards(): (href: string) => string {
  const [search] = useSearchParams();
  const target = localPath(search.get("redirect_uri"));
  const why = search.has(MADE_FOR) ? `&${MADE_FOR}` : "";
  return (href) => (target ? `${href}?redirect_uri=${encodeURIComponent(target)}${why}` : href);
}
