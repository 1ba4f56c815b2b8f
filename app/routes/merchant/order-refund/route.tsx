import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { toCents, toDollars } from "~/features/fields";
import { partRefund, type RefundSums } from "~/features/refunds/schema";
import { chosenIn, refusedIn, withFee, type Choice } from "~/routes/shared/refund-choice/choice";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { PartlyRefunded } from "~/ui/refunded/refunded";
import { arrow } from "../order-details/styles.css";
import { ChooseForm } from "./choose-form";
import { RefundForm } from "./refund-form";

export const meta = titled("Cancel or refund a part");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { id: args.params["orderId"] ?? "" };
  const calls = session.api().product.order.merchant[":id"];
  const { data: order } = await guarded(session, () => orNotFound(read(calls.$get({ param }))));
  const { _id, itemId, statusText, carts, refunded } = order;
  const fee = toDollars(toCents(order.deliveryFee) - toCents(order.deliveryFeeRefunded));
  const lines = carts.filter((line) => line.quantity > line.refundedQuantity);
  // The delivery fee may still go back after all goods of a sent part were refunded.
  const open = statusText !== "Cancelled" && (statusText !== "Refunded" || fee > 0);
  const search = new URL(args.request.url).searchParams;
  const choice: Choice = chosenIn(
    search,
    lines.map((line) => line._id),
  );
  const deliveryFee = withFee(search);
  let sums: RefundSums | null = null;
  if (open && choice.lines) {
    const json = { lines: choice.lines, deliveryFee };
    try {
      sums = (await guarded(session, () => read(calls.refund.sums.$post({ param, json })))).data;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      choice.problems = refusedIn(choice.lines, failure.problems);
    }
  }
  return { order: { _id, itemId, statusText, refunded }, lines, open, choice, fee, deliveryFee, sums, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const param = { id: args.params["orderId"] ?? "" };
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: partRefund }, async (json, session, key) => {
    await read(session.api(key).product.order.merchant[":id"].refund.$post({ param, json }));
    const notice = `The customer gets ${dollars(json.amount)} back.`;
    return session.redirect(`/merchant/orders/${param.id}`, { notice });
  });
}

export default function OrderRefund() {
  const { order, lines, open, choice, fee, deliveryFee, sums, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const path = `/merchant/orders/${order._id}`;
  return (
    <>
      <MoreLink to={path}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to the order
      </MoreLink>
      <h1>Cancel or refund a part of #{order.itemId}</h1>
      <PartlyRefunded {...order} />
      {open ? (
        <>
          <ChooseForm path={`${path}/refund`} lines={lines} choice={choice} fee={fee} isFeeChosen={deliveryFee} />
          {sums && choice.lines ? (
            <RefundForm
              sums={sums}
              lines={choice.lines}
              deliveryFee={deliveryFee}
              hasFee={fee > 0}
              unsent={order.statusText === "Processing"}
              refusal={refusal}
              idempotencyKey={key}
            />
          ) : null}
        </>
      ) : (
        <Panel>
          <p>All of this order was given back to the customer already.</p>
        </Panel>
      )}
    </>
  );
}
