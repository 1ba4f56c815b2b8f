import { ArrowLeft } from "lucide-react";
import { MoreLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./operator.css";

/** From one thing back to the list that it stands in, or to what it belongs to. */
export function BackLink({ to, label = "Back to List" }: { to: string; label?: string }) {
  return (
    <MoreLink to={to}>
      <Icon of={ArrowLeft} className={styles.arrow} />
      {label}
    </MoreLink>
  );
}
