import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, FileText } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { paymentInWords, takenOutAndBack } from "~/features/collection-payments/words-schema";
import { cancellation, shipment, stepBack, type MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { z } from "~/features/zod";
import { refusedBy } from "~/routes/shared/refused-by";
import { clockTime, dayOf, momentNow } from "~/routes/shared/times.server";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { sumGiven } from "~/routes/shared/typed-amount";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { useAnswer } from "~/ui/form/use-answer";
import { withQuickSum } from "~/ui/hand-over/cash";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { PartlyRefunded, RefundList } from "~/ui/refunded/refunded";
import { PartPill } from "../part-status";
import { Cards } from "./cards";
import { Excuse } from "./hand-over";
import { NextStep, Overtaken } from "./next-step";
import { OrderList } from "./order-list";
import { PickAndPack } from "./pick-and-pack";
import { TakeBack } from "./take-back";
import * as styles from "./styles.css";

export const meta = titled("Order Details");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data: order } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant[":id"].$get({ param: { id: args.params["orderId"] ?? "" } }))),
  );
  const day = (time: string | null) => time && dayOf(session, time);
  const days = {
    added: dayOf(session, order.date ?? order.createdAt),
    invoice: day(order.date),
    shipping: day(order.shippedAt),
    rewards: day(order.deliveredAt),
    cancelled: day(order.cancelledAt),
  };
  const until = order.takeBackUntil;
  const takeBackUntil = until && Date.parse(until) > Date.now() ? clockTime(session, until) : null;
  return {
    order,
    days,
    refunds: order.refunds.map((refund) => ({ ...refund, day: dayOf(session, refund.createdAt) })),
    takeBackUntil,
    isOver: isTimeOver(order),
    keys: {
      ship: formKey(),
      handOver: formKey(),
      excuse: formKey(),
      deliver: formKey(),
      cancel: formKey(),
      takeBack: formKey(),
    },
  };
}

/** Whether the time of an order that is not handed over has passed, so that it can be marked as not collected. */
function isTimeOver({ statusText, delivery }: MerchantOrderDetails): boolean {
  if (!delivery?.day || !delivery.to || (statusText !== "Processing" && statusText !== "Shipped")) return false;
  return momentNow(delivery.timeZone) >= `${delivery.day}T${delivery.to}`;
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const param = { id: args.params["orderId"] ?? "" };
  const path = `/merchant/orders/${param.id}`;
  const form = withQuickSum(await postedForm(args.request));
  switch (form.get("intent")) {
    case "ship":
      return answerForm(args, form, { schema: shipment }, async (json, session, key) => {
        await read(session.api(key).product.order.merchant[":id"].ship.$post({ param, json }));
        return session.redirect(path, { notice: "Marked as shipped" });
      });
    case "deliver":
      return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
        await read(session.api(key).product.order.merchant[":id"].deliver.$post({ param }));
        return session.redirect(path, { notice: "Marked as delivered" });
      });
    case "hand-over":
      return answerForm(args, form, { schema: z.object({ given: sumGiven }) }, async (json, session, key) => {
        const { data } = await read(session.api(key).product.order.merchant[":id"]["hand-over"].$post({ param, json }));
        return session.redirect(path, {
          notice: data.onCollection ? paymentInWords(data.onCollection) : "Handed over",
        });
      });
    case "excuse":
      return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
        await read(session.api(key).product.order.merchant[":id"].excuse.$post({ param }));
        return session.redirect(path, { notice: "It does not count against the customer." });
      });
    case "take-back":
      return answerForm(args, form, { schema: stepBack }, async (json, session, key) => {
        await read(session.api(key).product.order.merchant[":id"]["take-back"].$post({ param, json }));
        return session.redirect(path, { notice: "Taken back" });
      });
    case "cancel":
      return answerForm(args, form, { schema: cancellation }, async (json, session, key) => {
        const { data } = await read(session.api(key).product.order.merchant[":id"].cancel.$post({ param, json }));
        return session.redirect(path, {
          notice: data.refunds.length > 0 ? "Cancelled. The customer gets the money back." : "Cancelled",
        });
      });
    default:
      throw new Response("Unknown form", { status: 400 });
  }
}

export default function OrderDetails() {
  const { order, days, refunds, takeBackUntil, isOver, keys } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const path = `/merchant/orders/${order._id}`;
  const open = order.statusText !== "Cancelled" && order.statusText !== "Refunded";
  return (
    <>
      <MoreLink to="/merchant/orders">
        <Icon of={ArrowLeft} className={styles.arrow} />
        Back to List
      </MoreLink>
      <div className={classNames(row, apart)}>
        <div className={styles.head}>
          <h1>Order Details</h1>
          <PartPill status={order.statusText} delivery={order.delivery} />
        </div>
        <div className={row}>
          <SpreadsheetLinks name="Lines of the order" hrefFor={(format) => `${path}/export.${format}`} />
          <ButtonLink variant="quiet" to={`${path}/invoice`}>
            <Icon of={FileText} /> Invoice
          </ButtonLink>
        </div>
      </div>
      <Overtaken order={order} refusal={refusal} />
      {!open ? (
        <Panel title={`${order.statusText} on ${days.cancelled}`} stacked>
          <p>
            {order.onCollection ? `${paymentInWords(order.onCollection)}.` : "The customer gets the money back."}{" "}
            {order.onCollection ? "Why" : order.statusText === "Cancelled" ? "Your reason" : "Our team's reason"}:{" "}
            {order.cancelReason}
          </p>
        </Panel>
      ) : (
        <PartlyRefunded {...order} refunded={takenOutAndBack(order).back} />
      )}
      {order.onCollection?.state === "missed" && !order.onCollection.excused ? (
        <Excuse refusal={refusedBy(refusal, "excuse")} idempotencyKey={keys.excuse} />
      ) : null}
      {order.statusText === "Processing" ? <PickAndPack order={order} /> : null}
      <NextStep key={order.statusText} order={order} refusal={refusal} keys={keys} />
      {takeBackUntil ? (
        <TakeBack
          step={order.statusText === "Delivered" ? "delivered" : "shipped"}
          until={takeBackUntil}
          refusal={refusedBy(refusal, "take-back")}
          idempotencyKey={keys.takeBack}
        />
      ) : null}
      <Cards order={order} days={days} />
      <OrderList {...order} />
      {refunds.length > 0 ? (
        <Panel title="Given back">
          <RefundList refunds={refunds} />
        </Panel>
      ) : null}
      {open ? (
        <div className={row}>
          <ButtonLink variant="quiet" to={`${path}/refund`}>
            Cancel or refund a part
          </ButtonLink>
          {isOver ? (
            <ButtonLink variant="quiet" to={`${path}/not_collected`}>
              Not collected
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {order.notes && order.statusText !== "Processing" ? (
        <Panel title="Order Notes" stacked>
          <p className={styles.text}>{order.notes}</p>
        </Panel>
      ) : null}
    </>
  );
}
