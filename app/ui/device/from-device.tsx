import { SEEN_AT_ID } from "./contract";
import * as styles from "./from-device.css";

/**
 * Where a page says that it is from the device. Filled by the service worker in a document, and by `showSeenAt` where
 * React moved on; to React it is empty for good, and left alone.
 */
export function FromDevice() {
  return (
    <div
      id={SEEN_AT_ID}
      className={styles.seen}
      role="status"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
