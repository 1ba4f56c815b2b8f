import { Link } from "@remix-run/react";
import { stack } from "~/styles/layout.css";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./taken-off.css";

/** What our team keeps off sale, with the reasons: the first thing that a merchant has to know. */
export function TakenOff({ products }: { products: { _id: string; title: string; reason: string }[] }) {
  return (
    <Panel title="Taken off sale by our team" stacked>
      <ul className={stack}>
        {products.map(({ _id, title, reason }) => (
          <li key={_id} className={styles.product}>
            <Link to={`/merchant/products/${_id}`}>
              <b>{title}</b>
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
