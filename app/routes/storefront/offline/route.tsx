import { titled } from "~/routes/shared/titles";
import { button } from "~/ui/button/button.css";
import { PAGES_ID } from "~/ui/device/contract";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { GOES_ON } from "~/ui/page-scripts/contract";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

/*
 * The page that the service worker shows, at the requested address, if the requested page is not on the device. The
 * service worker stores this page when it is installed, and fills in the list.
 */

export const meta = titled("No connection");

export default function Offline() {
  return (
    <div className={styles.offline} {...{ [GOES_ON]: "" }}>
      <EmptyState
        headingLevel={1}
        title="No connection"
        text="This page is not on your device, so it needs a connection. It comes by itself as soon as the line is back."
        action={
          <a className={button} href="">
            Try again
          </a>
        }
      />
      <Panel title="You can open these now" className={styles.pages}>
        <ul id={PAGES_ID} className={styles.list} dangerouslySetInnerHTML={{ __html: "" }} />
      </Panel>
    </div>
  );
}
