import { useSearchParams } from "@remix-run/react";
import { holdsKept, localPath, MADE_FOR } from "~/session/areas";
import { Notice } from "~/ui/notice/notice";

/**
 * What is said to somebody whose session ended in the middle of a form. It stands where they sign in for as long as
 * they are there: a notice is gone after three seconds, and on a slow phone before it was read.
 */
export function SignInAgain() {
  const [search] = useSearchParams();
  const why = search.has(MADE_FOR) ? "That page was made for another account. " : "";
  return holdsKept(localPath(search.get("redirect_uri"))) ? (
    <Notice still type="danger" message={`${why}Please sign in again. What you entered is kept.`} />
  ) : null;
}
