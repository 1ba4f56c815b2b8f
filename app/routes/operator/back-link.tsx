import { ArrowLeft } from "~/ui/icon/icons";
import { MoreLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./operator.css";

/** Links from one thing back to its list, or to the thing that it belongs to. */
export function BackLink({ to, label = "Back to List" }: { to: string; label?: string }) {
  return (
    <MoreLink to={to}>
      <Icon of={ArrowLeft} className={styles.arrow} />
      {label}
    </MoreLink>
  );
}
