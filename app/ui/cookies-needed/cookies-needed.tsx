import { CircleAlert } from "~/ui/icon/icons";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./cookies-needed.css";

/** Says that the browser keeps no cookies, if the server has noticed that something failed because of it (`told`). */
export function CookiesNeeded({ told }: { told: boolean }) {
  if (!told) return null;
  return (
    <p className={styles.needed} role="alert">
      <Icon of={CircleAlert} />
      <span>
        Your browser keeps no cookies. Without them the shop cannot remember your cart or who you are. Please allow
        cookies for this site, then try again.
      </span>
    </p>
  );
}
