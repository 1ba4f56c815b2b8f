import { useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { waiting } from "~/ui/line/waiting";
import * as styles from "./loading.css";

/** Says that a page is on its way, or what was sent is under way, once it takes longer than a blink. */
export function Loading() {
  const { state } = useNavigation();
  // What waits for the line has a message of its own.
  const waits = useSyncExternalStore(waiting.subscribe, waiting.now, waiting.onServer).length > 0;
  return (
    <div className={styles.loading} role="status">
      {state === "idle" || waits ? null : (
        <>
          <Spinner /> Loading...
        </>
      )}
    </div>
  );
}

/** The turning ring alone; still where the person asked for less motion. */
export function Spinner({ small }: { small?: boolean }) {
  return <span className={classNames(styles.spinner, small && styles.small)} aria-hidden="true" />;
}
