import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { momentInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { otherTime, takeOut } from "~/features/order-changes/schema";
import { refusedBy } from "~/routes/shared/refused-by";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { arrow } from "../order-details/styles.css";
import { MoveForm } from "./move-form";
import { TakeOutForm } from "./take-out-form";

export const meta = titled("Change your order");

const orderAddress = (orderId: string | undefined) => `/customer/order_history/${orderId ?? ""}`;

const paramOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
  id: params["orderId"] ?? "",
  partId: params["partId"] ?? "",
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { changes } = session.api().product.order[":id"].parts[":partId"];
  const { data } = await guarded(session, () => orNotFound(read(changes.$get({ param: paramOf(args) }))));
  return { ...data, moveKey: formKey(), takeOutKey: formKey(), back: orderAddress(args.params["orderId"]) };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  const param = paramOf(args);
  const form = await postedForm(args.request);
  const back = orderAddress(args.params["orderId"]);
  return form.get("intent") === "take-out"
    ? answerForm(args, form, { schema: takeOut }, async (json, session, key) => {
        const calls = session.api(key).product.order[":id"].parts[":partId"];
        const { amountBack } = await orNotFound(read(calls["take-out"].$post({ param, json })));
        return session.redirect(back, { notice: `${dollars(amountBack)} go back to your card.` });
      })
    : answerForm(args, form, { schema: otherTime }, async (json, session, key) => {
        const calls = session.api(key).product.order[":id"].parts[":partId"];
        const { data } = await orNotFound(read(calls.time.$post({ param, json })));
        const delivery = data.parts.find(({ _id }) => _id === param.partId)?.delivery;
        return session.redirect(back, { notice: delivery ? `${wayAndTimeInWords(delivery)}.` : "It is moved." });
      });
}

export default function OrderChange() {
  const {
    itemId,
    merchant,
    storeName,
    together,
    orders,
    delivery,
    until,
    closed,
    slots,
    lines,
    moveKey,
    takeOutKey,
    back,
  } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  return (
    <>
      <MoreLink to={back}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to the order
      </MoreLink>
      <h1>Change your order</h1>
      <p>
        <b>{storeName}</b>: {wayAndTimeInWords(delivery)}.
      </p>
      {closed ? (
        <Panel stacked>
          <p>{closed.message}</p>
        </Panel>
      ) : (
        <>
          <p className={soft}>You can change it until {momentInWords(until, delivery.timeZone)}.</p>
          <Panel title="Another time" stacked>
            {together.length > 0 ? (
              <p>
                You collect {new Intl.ListFormat("en").format(together)} with it: all of it moves to the other time.
              </p>
            ) : null}
            {orders.length > 0 ? (
              <p>
                Handed over with {new Intl.ListFormat("en").format(orders.map((number) => `order #${number}`))}: all of
                it moves to the other time.
              </p>
            ) : null}
            <MoveForm slots={slots} delivery={delivery} refusal={refusedBy(refusal, "move")} idempotencyKey={moveKey} />
          </Panel>
          <Panel title="Add something" stacked id="add">
            <p>
              Put more of {storeName} into your cart, and choose “Together with your order #{itemId}” at the checkout.
              It is an order and a payment of its own, and is handed over at the same time
              {delivery.code ? " with the same code" : ""}, with no second delivery fee.
            </p>
            <div>
              <ButtonLink to={`/stalls/${merchant}`}>See what {storeName} has</ButtonLink>
            </div>
          </Panel>
          <Panel title="Take something out" stacked>
            <TakeOutForm lines={lines} refusal={refusedBy(refusal, "take-out")} idempotencyKey={takeOutKey} />
          </Panel>
        </>
      )}
    </>
  );
}
