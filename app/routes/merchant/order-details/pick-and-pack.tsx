import { Copy, MapPin, Phone } from "~/ui/icon/icons";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { row } from "~/styles/layout.css";
import { num, small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { button, quiet } from "~/ui/button/button.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./styles.css";

/** An order for a phone at the stall: the goods to take, each with a box to tick, and the address. */
export function PickAndPack({ order }: { order: MerchantOrderDetails }) {
  const { shipping, user, notes } = order;
  const phone = shipping.telephone || user.telephone;
  return (
    <Panel title="Pick and pack" stacked>
      <ul className={styles.picks}>
        {order.carts.map(({ _id, product, quantity, refundedQuantity }) =>
          quantity > refundedQuantity ? (
            <li key={_id}>
              <label className={styles.pick}>
                <input type="checkbox" className={styles.tick} />
                <Thumb image={product.image[0]} size={44} />
                <span>
                  <b className={num}>{quantity - refundedQuantity} ×</b> {product.title}
                  <span className={classNames(styles.sku, small, soft)}>{product.sku}</span>
                </span>
              </label>
            </li>
          ) : null,
        )}
      </ul>
      {notes ? <p className={styles.text}>{notes}</p> : null}
      <Address lines={[fullName(shipping), ...addressLines(shipping)].filter(Boolean)} phone={phone} />
    </Panel>
  );
}

/** A press on the address selects all of it, so that it can be copied without scripts. */
function Address({ lines, phone }: { lines: string[]; phone: string }) {
  const place = lines.slice(1).join(", ");
  return (
    <>
      <address className={styles.address}>{lines.join("\n")}</address>
      <div className={row}>
        {place ? (
          <a
            className={classNames(button, quiet)}
            href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon of={MapPin} /> Map
          </a>
        ) : null}
        {phone ? (
          <a className={classNames(button, quiet)} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
            <Icon of={Phone} /> {phone}
          </a>
        ) : null}
        <Button type="button" variant="quiet" data-copies={lines.join("\n")} data-with-scripts>
          <Icon of={Copy} /> <span>Copy address</span>
        </Button>
      </div>
    </>
  );
}
