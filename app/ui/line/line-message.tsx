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
  // What was entered counts for more than what was asked for.
  const shown = requests.find(({ kind }) => kind === "form") ?? requests[0];
  const forms = requests.filter(({ kind }) => kind === "form");
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
                }}
              >
                Change something
              </Button>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
