import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { chosenIn } from "../chosen-orders";
import { piecesOf } from "../pieces";
import { ShipForm, type OrderToShip } from "./ship-form";
import { shipmentsForm } from "./shipments-form.server";
import * as styles from "./styles.css";

export const meta = titled("To ship");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const choice = chosenIn(search);
  const answer = await guarded(session, () =>
    read(session.api().product.order.merchant.packing.$get({ query: { orders: choice } })),
  );
  const orders = answer.data.docs
    .filter(({ statusText }) => statusText === "Processing")
    .map(({ _id, itemId, date, createdAt, user, shipping, carts, delivery }): OrderToShip => {
      return {
        _id,
        itemId,
        day: dayOf(session, date ?? createdAt),
        customer: [`${user.firstName} ${user.lastName}`.trim(), shipping.city].filter(Boolean).join(", "),
        pieces: piecesOf({ carts }),
        way: delivery && wayAndTimeInWords(delivery),
        goes: delivery?.kind ?? "carrier",
      };
    });
  const isToBeWeighed = answer.data.docs.some(
    ({ statusText, carts }) =>
      statusText === "Processing" &&
      carts.some(({ weighed, quantity, refundedQuantity }) => weighed?.due === null && quantity > refundedQuantity),
  );
  return {
    isToBeWeighed,
    chosen: choice,
    ticked: search.get("tick") !== "none",
    total: answer.data.total,
    orders,
    key: formKey(),
  };
}

/** An order that could not be marked as shipped, and the carrier and number that were typed for it. */
interface NotShipped {
  number: number;
  order: string;
  message: string;
  typed: string;
}
type Answer = Refused & { notShipped?: NotShipped[] };

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  const result = { shipped: 0, notShipped: [] as NotShipped[] };
  const answer = await answerForm(args, form, { schema: shipmentsForm(form) }, async (entries, session, key) => {
    const shipments = entries.map(({ number: _number, ...shipment }) => shipment);
    const { shipped, refused: refusals } = (
      await read(session.api(key).product.order.merchant.ship.$post({ json: { shipments } }))
    ).data;
    if (refusals.length === 0)
      return session.redirect("/merchant/orders/to_ship", {
        notice: `${shipped.length === 1 ? "1 order" : `${shipped.length} orders`} marked as shipped`,
      });
    result.shipped = shipped.length;
    result.notShipped = refusals.map(({ order, message }) => {
      const {
        number = 0,
        carrier = "",
        trackingNumber = "",
      } = entries.find((shipment) => shipment.order === order) ?? {};
      return { number, order, message, typed: [carrier, trackingNumber].filter(Boolean).join(", ") };
    });
    throw new ApiFailure(409, [], "");
  });
  if (answer instanceof Response || result.notShipped.length === 0) return answer;
  const { error: _said, ...lastResult } = answer.data.lastResult;
  // The old key stands for the orders that were shipped, so the form gets a new one.
  return data<Answer>(
    { ...answer.data, lastResult, notShipped: result.notShipped, key: formKey() },
    { status: result.shipped > 0 ? 200 : 409 },
  );
}

export default function ToShip() {
  const { isToBeWeighed, chosen, ticked, total, orders, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Answer>();
  return (
    <>
      <MoreLink to="/merchant/orders">
        <Icon of={ArrowLeft} className={styles.arrow} />
        All orders
      </MoreLink>
      <div>
        <h1>To ship</h1>
        {orders.length > 0 ? (
          <p className={soft}>
            {orders.length === 1 ? "1 order" : `${orders.length} orders`}, oldest first
            {total > orders.length && !chosen ? ` of ${total}` : ""}
          </p>
        ) : null}
      </div>
      {isToBeWeighed ? (
        <p>
          Some of these goods are sold by weight. <Link to="/merchant/orders/weigh">Weigh them first</Link>
        </p>
      ) : null}
      {refusal?.notShipped ? <NotMarked orders={refusal.notShipped} /> : null}
      {orders.length > 0 ? (
        <ShipForm
          key={String(ticked)}
          orders={orders}
          chosen={chosen}
          ticked={ticked}
          refusal={refusal}
          idempotencyKey={key}
        />
      ) : (
        <EmptyState
          title={chosen ? "None of these waits" : "Everything is on its way"}
          text="One that was marked by mistake can be taken back on its own page for an hour."
          action={<ButtonLink to="/merchant/orders?status=Shipped">See what was shipped</ButtonLink>}
        />
      )}
    </>
  );
}

function NotMarked({ orders }: { orders: NotShipped[] }) {
  return (
    <Panel title={orders.length === 1 ? "Not marked as shipped" : `${orders.length} not marked as shipped`} stacked>
      <ul className={styles.notMarked} role="alert">
        {orders.map(({ number, order, message, typed }) => (
          <li key={order}>
            <a href={`/merchant/orders/${order}`}>#{number}</a>: {message}
            {typed ? ` You typed: ${typed}` : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
