import { useBlocker, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./line-message.css";
import { SENTENCES } from "./sentences";
import { waiting } from "./waiting";

/** Says what waits for the line, whatever form, link or button it came from, and lets a person hurry it. */
export function LineMessage() {
  const requests = useSyncExternalStore(waiting.subscribe, waiting.now, waiting.onServer);
  const forms = requests.filter(({ kind }) => kind === "form");
  const { leave, stay } = useStayWithForm(forms.length > 0);
  // What was entered counts for more than what was asked for.
  const shown = forms[0] ?? requests[0];
  return (
    <div className={styles.place} role="alert">
      {shown ? (
        <div className={styles.message}>
          <p className={styles.words}>
            <Icon of={CircleAlert} /> {shown.said ?? SENTENCES[shown.kind][shown.cause]}
          </p>
          <div className={styles.choice}>
            <Button
              type="button"
              busy={requests.every(({ trying }) => trying)}
              onClick={() => {
                for (const request of requests) request.again();
              }}
            >
              Try again
            </Button>
            {forms.length > 0 ? (
              <Button
                type="button"
                variant="quiet"
                onClick={() => {
                  for (const request of forms) request.stop();
                  stay();
                }}
              >
                Change something
              </Button>
            ) : null}
            {leave ? (
              <Button type="button" variant="quiet" onClick={leave}>
                Leave without sending
              </Button>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** Marks the way to the page that is shown already; what comes out of the history is never this very object. */
const SAME_PAGE = {};

/**
 * To Remix, whoever presses a link, Back or another form has lost interest in the form under way, and it drops that.
 * While it waits for the line (`formWaits`) the press is held up instead, and `leave` is what lets it go on. Held up
 * is forgotten once the form has its answer. A heart or another fetcher's form goes on by itself on whatever page.
 *
 * `stay` is for a form that is given back: one that was posted to another page would lead there, where it is empty.
 */
function useStayWithForm(formWaits: boolean): { leave?: (() => void) | undefined; stay: () => void } {
  const { state, formAction } = useNavigation();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const blocker = useBlocker(
    ({ nextLocation }) => formWaits && state === "submitting" && nextLocation.state !== SAME_PAGE,
  );
  return {
    leave: formWaits && blocker.state === "blocked" ? () => blocker.proceed() : undefined,
    stay() {
      if (formAction && formAction.split("?")[0] !== pathname)
        navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state: SAME_PAGE });
    },
  };
}
