import { CircleAlert } from "lucide-react";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./cookies-needed.css";

/**
 * Says that the browser keeps no cookies, where that is why something did not work: the server has noticed (`told`), or
 * the browser says so itself once React is there, for whatever is pressed then.
 */
export function CookiesNeeded({ told }: { told: boolean }) {
  const hydrated = useHydrated();
  if (!told && !(hydrated && !navigator.cookieEnabled)) return null;
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
