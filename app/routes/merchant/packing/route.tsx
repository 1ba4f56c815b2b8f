import { packingNote } from "~/features/food-information/label-order";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, Download, Printer } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { dayOf } from "~/routes/shared/times.server";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { chosenIn, ofChosen } from "../chosen-orders";
import { PickList } from "./pick-list";
import { Slip, type SlipOrder } from "./slip";
import * as styles from "./styles.css";

export const meta = titled("Packing");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { storeName } = await session.require("merchant");
  const choice = chosenIn(new URL(args.request.url).searchParams);
  const { data } = await guarded(session, () =>
    read(session.api().product.order.merchant.packing.$get({ query: { orders: choice } })),
  );
  return {
    chosen: choice,
    storeName,
    total: data.total,
    picks: data.picks.map(({ _id, title, sku, pieces, orders }) => ({ _id, title, sku, pieces, orders })),
    slips: data.docs.map(({ _id, itemId, date, createdAt, shipping, notes, carts, delivery }): SlipOrder => {
      return {
        _id,
        itemId,
        day: dayOf(session, date ?? createdAt),
        address: [fullName(shipping), ...addressLines(shipping), shipping.telephone].filter(Boolean),
        way: delivery && wayAndTimeInWords(delivery),
        notes,
        lines: carts.flatMap(({ _id: lineId, product, quantity, refundedQuantity, food }) =>
          quantity > refundedQuantity
            ? [
                {
                  _id: lineId,
                  title: product.title,
                  sku: product.sku,
                  pieces: quantity - refundedQuantity,
                  note: food ? packingNote(food) : "",
                },
              ]
            : [],
        ),
      };
    }),
  };
}

/** Made for printing: only the screen shows the frame around it, and no slip breaks across pages. */
export default function Packing() {
  const { chosen, storeName, total, picks, slips } = useLoaderData<typeof loader>();
  return (
    <>
      <MoreLink className={styles.screenOnly} to={ofChosen("/merchant/orders/to_ship", chosen)}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        To ship
      </MoreLink>
      <div className={classNames(row, apart)}>
        <div>
          <h1>Pick list</h1>
          <p className={soft}>
            {slips.length === 1 ? "1 order" : `${slips.length} orders`}
            {total > slips.length ? `, the oldest of ${total}` : ""}
          </p>
        </div>
        {slips.length > 0 ? (
          <div className={classNames(row, styles.screenOnly)} data-needs-scripts>
            <Button type="button" data-prints data-with-scripts>
              <Icon of={Printer} /> Print
            </Button>
            <ButtonLink variant="quiet" to={ofChosen("/merchant/orders/packing.pdf", chosen)}>
              <Icon of={Download} /> PDF
            </ButtonLink>
            <SpreadsheetLinks
              name="Orders to ship"
              hrefFor={(format) => ofChosen(`/merchant/orders/packing.${format}`, chosen)}
            />
          </div>
        ) : null}
      </div>
      {slips.length > 0 ? (
        <>
          <Panel>
            <PickList picks={picks} />
          </Panel>
          <h2 className={styles.slipsHead}>Packing slips</h2>
          <div className={styles.slips}>
            {slips.map((order) => (
              <Slip key={order._id} order={order} storeName={storeName} />
            ))}
          </div>
        </>
      ) : (
        <EmptyState
          title="Nothing to pack"
          text="Orders are listed here from when they are paid until they are shipped."
          action={<ButtonLink to="/merchant/orders">See all orders</ButtonLink>}
        />
      )}
    </>
  );
}
