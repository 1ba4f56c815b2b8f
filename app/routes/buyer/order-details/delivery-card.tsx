import { CalendarPlus, MapPin, Pencil, Plus } from "~/ui/icon/icons";
import { Fragment } from "react";
import type { PartDelivery } from "~/features/delivery/schema";
import { codeInHalves, momentInWords, timeInWords, wayInWords } from "~/features/delivery/words-schema";
import type { Qr } from "~/routes/shared/qr.server";
import { row } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./delivery-card.css";

interface DeliveryCardProps {
  delivery: PartDelivery;
  storeNames: string;
  /** The address of the calendar file. */
  calendar: string;
  code: Qr | undefined;
  /** The state of paying at collection, in words. Null if the order is paid by card. */
  payment: string | null;
  /** Pages to change the delivery, one for each stall that is collected from. Empty once it cannot be changed. */
  changes: { storeName: string; to: string }[];
  /** Other orders that are handed over with it. */
  together: { order: string; itemId: number }[];
}

/** Where and when goods are collected or come, and the code to say there. */
export function DeliveryCard({ delivery, storeNames, calendar, code, payment, changes, together }: DeliveryCardProps) {
  const { kind, name, address, directions, cutOffAt, timeZone, notCollectedAt } = delivery;
  const time = timeInWords(delivery);
  const isCollected = kind === "collection";
  return (
    <Panel title={time || wayInWords(delivery)} stacked>
      <p>
        <span className={classNames(small, soft)}>
          {notCollectedAt
            ? "You did not collect it. Write to the stall: another time, or your money back."
            : isCollected
              ? "Next: collect it."
              : "It comes to you."}
        </span>{" "}
        {storeNames}
      </p>
      <p className={styles.where}>
        <b>{name}</b>
        {address ? `, ${address}` : ""}
        {directions ? `. ${directions}` : ""}
      </p>
      {together.map(({ order, itemId }) => (
        <p key={order}>
          Handed over together with <Link to={`/customer/order_history/${order}`}>your order #{itemId}</Link>.
        </p>
      ))}
      {payment ? (
        <p>
          <b>{payment}</b>
        </p>
      ) : null}
      {code ? (
        <div className={styles.code}>
          <p>
            Say or show this code
            <b className={styles.letters}>{codeInHalves(delivery.code)}</b>
          </p>
          <svg
            className={styles.qr}
            viewBox={`0 0 ${code.size} ${code.size}`}
            role="img"
            aria-label="The code as a picture"
          >
            <path d={code.path} stroke="currentColor" strokeWidth="1" shapeRendering="crispEdges" />
          </svg>
        </div>
      ) : null}
      <div className={row}>
        {isCollected && address ? (
          <ButtonLink variant="quiet" to={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}>
            <Icon of={MapPin} /> Map
          </ButtonLink>
        ) : null}
        {delivery.day ? (
          <ButtonLink variant="quiet" to={calendar}>
            <Icon of={CalendarPlus} /> Add to calendar
          </ButtonLink>
        ) : null}
        {changes.map(({ storeName, to }) => (
          <Fragment key={to}>
            <ButtonLink variant="quiet" to={to}>
              <Icon of={Pencil} /> Change{storeName ? ` ${storeName}` : ""}
            </ButtonLink>
            <ButtonLink variant="quiet" to={`${to}#add`}>
              <Icon of={Plus} /> Add to {storeName || "this order"}
            </ButtonLink>
          </Fragment>
        ))}
      </div>
      {cutOffAt ? (
        <p className={classNames(small, soft)}>
          {changes.length > 0
            ? `You can change it and add to it until ${momentInWords(cutOffAt, timeZone)}.`
            : `Orders for it closed on ${momentInWords(cutOffAt, timeZone)}.`}
        </p>
      ) : null}
    </Panel>
  );
}
