import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./loading.css";

/** Says that something is on its way. */
export function Loading({ label = "Loading..." }: { label?: string }) {
  return (
    <p className={styles.loading} role="status">
      <Spinner /> {label}
    </p>
  );
}

/** The turning ring alone; still where the person asked for less motion. */
export function Spinner({ small }: { small?: boolean }) {
  return <span className={classNames(styles.spinner, small && styles.small)} aria-hidden="true" />;
}
