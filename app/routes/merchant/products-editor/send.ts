import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import { dropDraft } from "~/ui/local-draft/drafts";

/** A form that got no answer. */
export interface Lost {
  /** Nothing came of it: what the page shows is not to be asked for anew. */
  done: false;
  /** As it was sent, its key included. */
  posted: FormData;
  /** No line, which comes back; or a failure on our side, which may stay. */
  cause: "line" | "failure";
}

export function isLost(returned: object | null | undefined): returned is Lost {
  return returned !== undefined && returned !== null && "posted" in returned;
}

/**
 * Sends a form in the browser. One that gets no answer goes back to its page whole, instead of the page giving way to
 * an error; one that was taken needs its draft no longer.
 */
export async function sendOrKeep<Answer>({ request, serverAction }: ClientActionFunctionArgs): Promise<Answer | Lost> {
  const posted = await request.clone().formData();
  try {
    return (await serverAction<Answer>()) as Answer;
  } catch (failure) {
    if (failure instanceof Response) {
      const onward = failure.headers.get("Location") ?? "";
      // Who has been signed out comes back to it.
      if (onward !== "" && !onward.includes("/login")) dropDraft(new URL(request.url).pathname);
      throw failure;
    }
    if (request.signal.aborted || (isRouteErrorResponse(failure) && failure.status < 500)) throw failure;
    // What fetch throws without an answer, and what a proxy answers while the service starts anew.
    const noLine =
      failure instanceof TypeError || (failure instanceof Error && failure.message.startsWith("Unable to decode"));
    return { done: false, posted, cause: noLine ? "line" : "failure" };
  }
}
