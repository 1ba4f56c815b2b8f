import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Notice, type Session } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { num, soft } from "~/styles/text.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Free, Sums } from "~/ui/sums/sums";
import { addressLines, fullName } from "../address-lines";
import { dayOf } from "../order-dates.server";
import { OrderStatus } from "../order-table";
import { MerchantPart } from "./merchant-part";
import * as styles from "./styles.css";

export const meta = titled("Order Details");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("buyer");
  const { data: order } = await guarded(session, () => orNotFound(read(session.api().product.order[":id"].$get({ param: { id: asked.params["orderId"] ?? "" } }))));
  return { order, day: dayOf(session, order.createdAt), key: formKey(), receivedKey: formKey() };
}

export async function action(asked: ActionFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("buyer");
  const form = await postedForm(asked.request);
  const param = { id: asked.params["orderId"] ?? "" };
  return form.get("intent") === "received" ? received(session, param.id, form) : buyAgain(session, param, form.get("_key"));
}

/** A part has arrived. Its merchant may have cancelled it meanwhile: then that is said instead. */
async function received(session: Session, id: string, form: FormData) {
  const param = { id, partId: String(form.get("partId") ?? "") };
  const notice = await guarded(session, () => orNotFound((async (): Promise<string | Notice> => {
    try {
      await read(session.api(form.get("_key")).product.order[":id"].parts[":partId"].received.$post({ param }));
      return "Thank you. It is marked as delivered.";
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 409) return { type: "danger", message: failure.message };
      throw failure;
    }
  })()));
  return session.redirect(`/customer/order_history/${id}`, { notice });
}

/** What is still sold goes into the cart once more. */
async function buyAgain(session: Session, param: { id: string }, key: FormDataEntryValue | null) {
  const calls = session.api(key).product.order[":id"];
  const { order, missing } = await guarded(session, () => orNotFound((async () => {
    const [{ data }, answer] = [await read(calls.$get({ param })), await read(calls.again.$post({ param }))];
    return { order: data, missing: answer.missing };
  })()));
  return session.redirect("/shopping_cart", { notice: whatIsBack(order.carts.length, missing) });
}

function whatIsBack(products: number, missing: string[]): string | Notice {
  if (missing.length === 0) return "Everything is in your cart again.";
  const gone = `Not to be had just now: ${missing.join(", ")}.`;
  return missing.length < products ? `The rest is in your cart again. ${gone}` : { type: "danger", message: gone };
}

export default function OrderDetails() {
  const { order, day, key, receivedKey } = useLoaderData<typeof loader>();
  const { carts, parts, billing, shipping, notes } = order;
  return (
    <>
      <MoreLink to="/customer/order_history"><Icon of={ArrowLeft} className={styles.arrow} />Back to List</MoreLink>
      <div className={classNames(row, apart)}>
        <div>
          <h1>Order Details</h1>
          <p className={classNames(soft, styles.facts)}>
            <time className={num} dateTime={order.createdAt}>{day}</time>
            <span className={num}>{dollars(order.amount)}</span>
            <span className={num}>{carts.length} {carts.length === 1 ? "product" : "products"}</span>
          </p>
        </div>
        <PostForm idempotencyKey={key}>
          <SubmitButton variant="quiet">Buy again</SubmitButton>
        </PostForm>
      </div>
      <div className={styles.cards}>
        <AddressCard title="Billing Address" name={fullName(billing)} lines={addressLines(billing)} email={billing.email} phone={billing.telephone} />
        <AddressCard title="Shipping Address" name={fullName(shipping)} lines={addressLines(shipping)} email={shipping.email} phone={shipping.telephone} />
        <Panel title="Order ID" action={<OrderStatus isCompleted={order.isCompleted} />} stacked>
          <p className={classNames(num, styles.orderId)}>#{order.itemId}</p>
          <Sums rows={[
            { label: "Payment Method", value: order.paymentMethod },
            { label: "Subtotal", value: dollars(order.amount) },
            { label: "Shipping", value: <Free /> },
            { label: "Total", value: dollars(order.amount), total: true },
            ...(order.refunded > 0 ? [{ label: "Refunded", value: dollars(-order.refunded) }] : []),
          ]} />
        </Panel>
      </div>
      {parts.map((part) => <MerchantPart key={part._id} part={part} lines={carts.filter((line) => part.lines.includes(line._id))} idempotencyKey={`${receivedKey}-${part._id}`} />)}
      {notes ? (
        <Panel title="Order Notes" stacked>
          <p className={styles.notes}>{notes}</p>
        </Panel>
      ) : null}
    </>
  );
}
