import { useSearchParams } from "@remix-run/react";
import { localPath, MADE_FOR } from "~/session/areas";

/** Makes links between the sign-in and sign-up pages. The links keep the page that the person wanted. */
export function useOnwards(): (href: string) => string {
  const [search] = useSearchParams();
  const target = localPath(search.get("redirect_uri"));
  const why = search.has(MADE_FOR) ? `&${MADE_FOR}` : "";
  return (href) => (target ? `${href}?redirect_uri=${encodeURIComponent(target)}${why}` : href);
}
