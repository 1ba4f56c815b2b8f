import { X } from "~/ui/icon/icons";
import { visuallyHidden } from "~/styles/layout.css";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { shopAddress, type ChosenFilter, type Wanted } from "../shop-address";
import * as styles from "./styles.css";

/** The filters that leave products out of the list, each a link to the list without it. */
export function Chosen({
  chosen,
  wanted,
  reach,
}: { chosen: ChosenFilter[] } & Pick<Partial<Wanted>, "reach"> & { wanted: Wanted }) {
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label="Chosen filters">
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <Link to={without} data-scripted="">
            <span className={visuallyHidden}>Remove filter: </span>
            {label} <Icon of={X} />
          </Link>
        </li>
      ))}
      {chosen.length > 1 ? (
        <li>
          <Link to={shopAddress({ q: wanted.q, sort: wanted.sort, reach })} data-scripted="">
            Remove all filters
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
