import { ChevronRight } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import type { Morning } from "~/features/overview/morning-schema";
import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./waiting.css";

const plural = (count: number, one: string, pluralForm = `${one}s`) => (count === 1 ? one : pluralForm);

interface WaitingProps {
  morning: Morning;
  /** The day of the order that has waited longest, in words. */
  oldest: string | null;
}

/** The first panel that a merchant sees: everything that waits, each with a link to exactly that list. */
export function Waiting({ morning, oldest }: WaitingProps) {
  const { toShip, outOfStock, lowStock, lowStockAt, sentBack, takenOff, payoutsHeld } = morning;
  const rows = [
    {
      count: toShip.count,
      what: `${plural(toShip.count, "order")} to ship`,
      to: "/merchant/orders/to_ship",
      note: `The oldest is of ${oldest}`,
    },
    {
      count: outOfStock,
      what: `${plural(outOfStock, "product")} out of stock`,
      to: "/merchant/products?only=out-of-stock",
    },
    {
      count: lowStock,
      what: `${plural(lowStock, "product")} low on stock`,
      to: "/merchant/products?only=low-stock",
      note: `${lowStockAt} pieces or fewer, or the product’s own mark`,
    },
    {
      count: sentBack.count,
      what: `${plural(sentBack.count, "product")} sent back by review`,
      to: "/merchant/products?only=sent-back",
      note: <Reasons {...sentBack} />,
    },
    {
      count: takenOff.count,
      what: `${plural(takenOff.count, "product")} taken off sale by our team`,
      to: "/merchant/products?only=taken-off",
      note: <Reasons {...takenOff} />,
    },
    {
      count: payoutsHeld,
      what: `${plural(payoutsHeld, "payout")} held back`,
      to: "/merchant/payments#payouts",
      note: "Each says what it waits for",
    },
  ].filter(({ count }) => count > 0);
  return (
    <Panel title="Waiting for you">
      {rows.length === 0 ? <p className={soft}>Nothing: every order is on its way, and no stock runs low.</p> : null}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <WaitingRow key={row.to} {...row} />
        ))}
      </ul>
    </Panel>
  );
}

function WaitingRow({ count, what, to, note }: { count: number; what: string; to: string; note?: ReactNode }) {
  return (
    <li className={styles.row}>
      <Link className={styles.link} to={to}>
        <b className={classNames(styles.count, num)}>{new Intl.NumberFormat("en-US").format(count)}</b> {what}
      </Link>
      <Icon of={ChevronRight} className={styles.arrow} />
      {note ? <div className={classNames(styles.note, small, soft)}>{note}</div> : null}
    </li>
  );
}

/** The newest products, each with the reason that an operator gave. The row's link leads to all of them. */
function Reasons({ docs, count }: Morning["sentBack"]) {
  return (
    <ul>
      {docs.map(({ _id, title, reason }) => (
        <li key={_id}>
          <Link className={styles.product} to={`/merchant/products/${_id}`}>
            {title}
          </Link>
          : {reason}
        </li>
      ))}
      {count > docs.length ? <li>and {count - docs.length} more</li> : null}
    </ul>
  );
}
