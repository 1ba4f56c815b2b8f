import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { Fragment } from "react";
import { read } from "~/api/client";
import { weekdayInWords } from "~/features/days";
import { paidToMarket, paymentInWords } from "~/features/collection-payments/words-schema";
import { hoursInWords } from "~/features/delivery/words-schema";
import { handOversOf, notesOf } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { titled } from "~/routes/shared/titles";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { PartPill } from "../part-status";
import { piecesOf } from "../pieces";
import * as styles from "./styles.css";

export const meta = titled("A day");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const day = args.params["day"] ?? "";
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant.days[":day"].$get({ param: { day } }))),
  );
  return { day: data.day, times: data.times, picks: data.picks };
}

export default function Day() {
  const { day, times, picks } = useLoaderData<typeof loader>();
  const orders = times.flatMap((time) => time.orders);
  const openOrders = orders.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
  const numbers = orders.filter(({ statusText }) => statusText === "Processing").map(({ itemId }) => itemId);
  const atMarket = paidToMarket(orders.flatMap(({ onCollection }) => onCollection ?? []));
  return (
    <>
      <MoreLink to="/merchant">
        <Icon of={ArrowLeft} className={styles.arrow} />
        Dashboard
      </MoreLink>
      <h1>{weekdayInWords(day)}</h1>
      {orders.length === 0 ? (
        <EmptyState title="No orders for this day" text="Orders with a time on this day are listed here." />
      ) : (
        <>
          {openOrders.some(({ delivery }) => delivery?.code) ? (
            <ButtonLink className={styles.handOver} to={`/merchant/days/${day}/hand-over`}>
              Hand over
            </ButtonLink>
          ) : null}
          {picks.length > 0 ? (
            <Panel
              title={`Pick for ${numbers.length === 1 ? "1 order" : `${numbers.length} orders`}`}
              action={
                <MoreLink to={`/merchant/orders/packing?orders=${numbers.slice(0, 100).join(",")}`}>Slips</MoreLink>
              }
            >
              <ul className={styles.list}>
                {picks.map(({ _id, title, image, pieces, orders: wanting }) => (
                  <li key={`${_id} ${title}`} className={styles.pick}>
                    <Goods title={title} image={image[0]} size={44} />
                    <b aria-label={`${pieces} pieces for ${wanting.length} orders`}>{pieces}</b>
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
          {atMarket > 0 ? (
            <Panel title="Cash that the market’s staff took for you">
              <p>{dollars(atMarket)}. They give it to you at the market.</p>
            </Panel>
          ) : null}
          {times.map(({ kind, name, from, to, orders: ofTime }) => (
            <Panel key={`${from} ${kind} ${name}`} title={`${hoursInWords(from, to)}, ${name}`}>
              <ul className={styles.list}>
                {handOversOf(ofTime).map((group) => (
                  <DayHandOver key={group[0]._id} together={group} />
                ))}
              </ul>
            </Panel>
          ))}
          <Panel title="Papers">
            <div className={row}>
              {times.some(({ kind }) => kind === "delivery") ? (
                <ButtonLink variant="quiet" to={`/merchant/days/${day}/deliveries`}>
                  Delivery list
                </ButtonLink>
              ) : null}
              {openOrders.length > 0 ? (
                <>
                  <ButtonLink variant="quiet" to={`/merchant/days/${day}/labels.pdf?paper=a4-24`}>
                    Labels, 24 on A4
                  </ButtonLink>
                  <ButtonLink variant="quiet" to={`/merchant/days/${day}/labels.pdf?paper=roll-62`}>
                    Labels, roll of 62 mm
                  </ButtonLink>
                </>
              ) : null}
              <ButtonLink variant="quiet" to="/merchant/orders/weigh">
                Weigh
              </ButtonLink>
            </div>
          </Panel>
        </>
      )}
      <Panel title="Storm or illness?" stacked>
        <p className={soft}>Close a time: its orders are moved to another one, or the money goes back.</p>
        <div>
          <ButtonLink variant="quiet" to={`/merchant/days/${day}/close`}>
            Close a time
          </ButtonLink>
        </div>
      </Panel>
    </>
  );
}

/** An order with the orders that were added to it. They are handed over together. */
function DayHandOver({ together }: { together: [MerchantOrder, ...MerchantOrder[]] }) {
  const [{ user, delivery, shipping }] = together;
  const name = `${user.firstName} ${user.lastName}`.trim();
  const notes = notesOf(together);
  return (
    <li className={styles.order}>
      <div>
        <b>{name || "Deleted account"}</b>{" "}
        {together.map(({ _id, itemId }, place) => (
          <Fragment key={_id}>
            {place > 0 ? " + " : ""}
            <Link to={`/merchant/orders/${_id}`}>#{itemId}</Link>
          </Fragment>
        ))}
        <p className={classNames(small, soft)}>{together.map(piecesOf).filter(Boolean).join(" · ")}</p>
        {delivery?.kind === "delivery" ? (
          <p className={small}>
            {[shipping.streetAddress, shipping.city, shipping.zipCode].filter(Boolean).join(", ")}
            {user.telephone ? (
              <>
                {" "}
                · <a href={`tel:${user.telephone}`}>{user.telephone}</a>
              </>
            ) : null}
          </p>
        ) : null}
        {notes ? <p className={small}>{notes}</p> : null}
        {together.map(({ _id, onCollection }) =>
          onCollection ? (
            <p key={_id} className={small}>
              {paymentInWords(onCollection)}
            </p>
          ) : null,
        )}
      </div>
      <div>
        {[...new Set(together.map(({ statusText }) => statusText))].map((statusText) => (
          <PartPill key={statusText} status={statusText} delivery={delivery} />
        ))}
      </div>
    </li>
  );
}
