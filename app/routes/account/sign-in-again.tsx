import { useSearchParams } from "@remix-run/react";
import { holdsKept, localPath, MADE_FOR } from "~/session/areas";
import { Notice } from "~/ui/notice/notice";

/**
 * The message to a person whose session ended in the middle of a form. It stays on the sign-in page. A notice would be
 * gone after three seconds, on a slow phone before it was read.
 */
export function SignInAgain() {
  const [search] = useSearchParams();
  const why = search.has(MADE_FOR) ? "That page was made for another account. " : "";
  return holdsKept(localPath(search.get("redirect_uri"))) ? (
    <Notice still type="danger" message={`${why}Please sign in again. What you entered is kept.`} />
  ) : null;
}
