import { ArrowLeft } from "lucide-react";
import { MoreLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./operator.css";

/** From one thing back to the list that it stands in. */
export function BackLink({ to }: { to: string }) {
  return (
    <MoreLink to={to}>
      <Icon of={ArrowLeft} className={styles.arrow} />
      Back to List
    </MoreLink>
  );
}
