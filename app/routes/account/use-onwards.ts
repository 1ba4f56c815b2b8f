import { useSearchParams } from "@remix-run/react";
import { localPath } from "~/session/areas";

/** Makes links between the pages of signing in and up, which keep where the person wanted to go. */
export function useOnwards(): (href: string) => string {
  const [search] = useSearchParams();
  const wanted = localPath(search.get("redirect_uri"));
  return (href) => (wanted ? `${href}?redirect_uri=${encodeURIComponent(wanted)}` : href);
}
