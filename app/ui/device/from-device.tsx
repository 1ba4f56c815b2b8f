import { SEEN_AT_ID } from "./contract";
import * as styles from "./from-device.css";

/** Where a page says that it is from the device: filled by the service worker. */
export function FromDevice() {
  return <div id={SEEN_AT_ID} className={styles.seen} role="status" />;
}
