import { SEEN_AT_ID } from "./contract";
import * as styles from "./from-device.css";

/** The place in which a page says that it is from the device. The service worker fills it. */
export function FromDevice() {
  return <div id={SEEN_AT_ID} className={styles.seen} role="status" />;
}
