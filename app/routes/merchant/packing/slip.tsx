import { small, soft, num } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

export interface SlipOrder {
  _id: string;
  itemId: number;
  /** The day of the order, in words. */
  day: string;
  address: string[];
  /** The delivery method and time that the buyer chose, in words. Null for a carrier. */
  way: string | null;
  notes: string;
  lines: { _id: string; title: string; sku: string; pieces: number; note: string }[];
}

/** The packing slip of a parcel: its address and its goods. */
export function Slip({
  order: { itemId, day, address, way, notes, lines },
  storeName,
}: {
  order: SlipOrder;
  storeName: string;
}) {
  return (
    <Panel
      as="article"
      className={styles.slip}
      title={`Order #${itemId}`}
      action={<span className={soft}>{storeName}</span>}
    >
      <p className={classNames(small, soft)}>Ordered on {day}</p>
      {way ? (
        <p>
          <b>{way}</b>
        </p>
      ) : null}
      <address className={styles.address}>{address.join("\n")}</address>
      <ul className={styles.lines}>
        {lines.map(({ _id, title, sku, pieces, note }) => (
          <li key={_id}>
            <b className={num}>{pieces} ×</b> {title} <span className={classNames(small, soft)}>{sku}</span>
            {note ? <p className={small}>{note}</p> : null}
          </li>
        ))}
      </ul>
      {notes ? <p className={styles.notes}>{notes}</p> : null}
    </Panel>
  );
}
