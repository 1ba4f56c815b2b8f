import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { otherWay, refundOrder, type OrderRefundSums } from "~/features/refunds/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { AddressCard } from "~/ui/address-card/address-card";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import * as styles from "../operator.css";
import { OrderState } from "../statuses";
import { momentOf } from "../times.server";
import { orderChoiceIn, refusedOf } from "./choice";
import { ChooseForm } from "./choose-form";
import { Disputes } from "./disputes";
import { isOf, OpenRefund } from "./open-refund";
import { Part } from "./part";
import { RefundForm } from "./refund-form";
import { Refunds } from "./refunds";

export const meta = titled("Order Details");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const calls = session.api().operator.orders[":id"];
  const { data: order } = await guarded(session, () =>
    orNotFound(read(calls.$get({ param: { id: args.params["orderId"] ?? "" } }))),
  );
  // A part whose goods were refunded may still have a delivery fee to refund.
  const parts = order.parts.filter(
    (part) =>
      (part.statusText !== "Cancelled" && part.statusText !== "Refunded") ||
      part.deliveryFee > part.deliveryFeeRefunded,
  );
  const open = order.status === "paid" && parts.length > 0;
  const lines = order.carts.filter((line) => line.quantity > line.refundedQuantity);
  let choice = orderChoiceIn(
    new URL(args.request.url).searchParams,
    parts.map(({ _id }) => _id),
    lines.map(({ _id }) => _id),
  );
  let sums: OrderRefundSums | undefined;
  if (open && choice.asked) {
    const [param, json] = [{ id: order._id }, choice.asked];
    try {
      sums = (await guarded(session, () => read(calls.refund.sums.$post({ param, json })))).data;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      choice = refusedOf(choice, failure.problems);
    }
  }
  return {
    order,
    refund: open ? { parts, lines, choice, sums } : null,
    time: momentOf(session, order.createdAt),
    paid: order.date && momentOf(session, order.date),
    key: formKey(),
    refunds: order.refunds.map((refund) => ({ ...refund, done: refund.doneAt && momentOf(session, refund.doneAt) })),
    disputes: order.disputes.map((dispute) => ({
      ...dispute,
      since: momentOf(session, dispute.createdAt),
      ended: dispute.endedAt && momentOf(session, dispute.endedAt),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const id = args.params["orderId"] ?? "";
  const path = `/operator/orders/${id}`;
  const form = await postedForm(args.request);
  const param = { id, refundId: String(form.get("refund")) };
  const refundCalls = (session: Session) => session.api(form.get("_key")).operator.orders[":id"].refunds[":refundId"];
  if (form.get("intent") === "anew")
    return act(args, { to: path }, (session) => read(refundCalls(session).anew.$post({ param })));
  if (form.get("intent") === "other-way")
    return answerForm(args, form, { schema: otherWay }, async (json, session) => {
      const { message } = await read(refundCalls(session)["other-way"].$post({ param, json }));
      return session.redirect(path, { notice: message });
    });
  return answerForm(args, form, { schema: refundOrder }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator.orders[":id"].refund.$post({ param: { id }, json }));
    return session.redirect(path, { notice: message });
  });
}

export default function Order() {
  const { order, refund, time, paid, refunds, disputes, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const { buyer, billing, shipping, parts, carts, status } = order;
  const open = refunds.filter(({ failed }) => failed !== null);
  return (
    <>
      <BackLink to="/operator/orders" />
      <h1>Order #{order.itemId}</h1>
      <div className={styles.halves}>
        <Panel title="Payment" action={<OrderState status={status} isCompleted={order.isCompleted} />}>
          <dl className={styles.terms}>
            <dt>Ordered</dt>
            <dd>
              <time dateTime={order.createdAt}>{time}</time>
            </dd>
            <dt>{parts.some(({ onCollection }) => onCollection) ? "Placed" : "Paid"}</dt>
            <dd>{paid ? <time dateTime={order.date ?? undefined}>{paid}</time> : "–"}</dd>
            <dt>Amount</dt>
            <dd>
              {dollars(order.amount)}
              {order.deliveryFee > 0 ? `, of which delivery fees ${dollars(order.deliveryFee)}` : ""}
              {order.vat > 0 ? `, of which VAT ${dollars(order.vat)}` : ""}
            </dd>
            {order.refunded > 0 ? (
              <>
                <dt>Refunded</dt>
                <dd>
                  {dollars(order.refunded)}
                  {order.vatRefunded > 0 ? `, of which VAT ${dollars(order.vatRefunded)}` : ""}
                </dd>
              </>
            ) : null}
            <dt>Method</dt>
            <dd>{order.paymentMethod}</dd>
            <dt>Payment ID</dt>
            <dd>{order.intentId ?? "–"}</dd>
          </dl>
        </Panel>
        <AddressCard title="Buyer" name={fullName(buyer)} lines={[]} email={buyer.email} phone={buyer.telephone} />
        <AddressCard
          title="Billing Address"
          name={fullName(billing)}
          lines={addressLines(billing)}
          email={billing.email}
          phone={billing.telephone}
        />
        <AddressCard
          title="Shipping Address"
          name={fullName(shipping)}
          lines={addressLines(shipping)}
          email={shipping.email}
          phone={shipping.telephone}
        />
      </div>
      {parts.map((part) => (
        <Part key={part._id} part={part} lines={carts.filter((line) => part.lines.includes(line._id))} />
      ))}
      {order.notes ? (
        <Panel title="Order Notes" stacked>
          <p className={styles.written}>{order.notes}</p>
        </Panel>
      ) : null}
      {disputes.length > 0 ? <Disputes disputes={disputes} /> : null}
      {refunds.length > 0 ? <Refunds refunds={refunds} parts={parts} /> : null}
      {open.map((one) => (
        <OpenRefund key={one._id} refund={one} refusal={refusal} idempotencyKey={key} />
      ))}
      {refund ? (
        <ChooseForm path={`/operator/orders/${order._id}`} {...refund} summed={refund.sums !== undefined} />
      ) : null}
      {refund?.sums && refund.choice.asked ? (
        <RefundForm
          sums={refund.sums}
          asked={refund.choice.asked}
          parts={parts}
          refusal={open.some(({ _id }) => isOf(refusal, _id)) ? undefined : refusal}
          idempotencyKey={key}
        />
      ) : null}
    </>
  );
}
