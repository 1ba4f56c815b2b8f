import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { read } from "~/api/client";
import { weekdayInWords } from "~/features/days";
import { paymentInWords } from "~/features/collection-payments/words-schema";
import { codeInHalves, hoursInWords } from "~/features/delivery/words-schema";
import { handOver } from "~/features/merchant-orders/day-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import type { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { PartPill } from "../part-status";
import * as styles from "./styles.css";

export const meta = titled("A day");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const day = asked.params["day"] ?? "";
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant.days[":day"].$get({ param: { day } }))),
  );
  return { ...data, key: formKey() };
}

export async function action(asked: ActionFunctionArgs) {
  await (await sessionOf(asked)).require("merchant");
  const day = asked.params["day"] ?? "";
  const form = await postedForm(asked.request);
  return answerForm(asked, form, { schema: handOver }, async (json, session, key) => {
    const { data: order } = await read(
      session.api(key).product.order.merchant.days[":day"]["hand-over"].$post({ param: { day }, json }),
    );
    const { firstName, lastName } = order.user;
    return session.redirect(`/merchant/days/${day}`, {
      notice: `#${order.itemId} is handed over to ${`${firstName} ${lastName}`.trim() || "the customer"}: ${piecesOf(order)}${order.onCollection ? `. ${paymentInWords(order.onCollection)}` : ""}`,
    });
  });
}

const piecesOf = ({ carts }: Pick<MerchantOrder, "carts">): string =>
  carts
    .filter(({ quantity, refundedQuantity }) => quantity > refundedQuantity)
    .map(({ product, quantity, refundedQuantity }) => `${quantity - refundedQuantity} × ${product.title}`)
    .join(" · ");

export default function Day() {
  const { day, times, picks, key } = useLoaderData<typeof loader>();
  const orders = times.flatMap((time) => time.orders);
  const openOrders = orders.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
  const numbers = orders.filter(({ statusText }) => statusText === "Processing").map(({ itemId }) => itemId);
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
            <HandOverForm
              idempotencyKey={key}
              takesMoney={openOrders.some(({ onCollection }) => onCollection?.state === "to_be_paid")}
            />
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
          {times.map(({ kind, name, from, to, orders: ofTime }) => (
            <Panel key={`${from} ${kind} ${name}`} title={`${hoursInWords(from, to)}, ${name}`}>
              <ul className={styles.list}>
                {ofTime.map((order) => (
                  <DayOrder key={order._id} order={order} />
                ))}
              </ul>
            </Panel>
          ))}
          <div>
            <ButtonLink variant="quiet" to="/merchant/orders/weigh">
              Weigh
            </ButtonLink>
          </div>
        </>
      )}
    </>
  );
}

function DayOrder({ order }: { order: MerchantOrder }) {
  const { _id, itemId, user, statusText, delivery, shipping, notes, onCollection } = order;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <li className={styles.order}>
      <div>
        <b>{name || "Deleted account"}</b> <Link to={`/merchant/orders/${_id}`}>#{itemId}</Link>
        <p className={classNames(small, soft)}>{piecesOf(order)}</p>
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
        {onCollection ? <p className={small}>{paymentInWords(onCollection)}</p> : null}
      </div>
      <PartPill status={statusText} delivery={delivery} />
    </li>
  );
}

function HandOverForm({ idempotencyKey, takesMoney }: { idempotencyKey: string; takesMoney: boolean }) {
  const refused = useAnswer<Refused>();
  const [form, fields] = useForm<z.input<typeof handOver>>({ id: "hand-over", lastResult: refused?.lastResult });
  return (
    <Panel title="Hand over" stacked>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ code: "Code", given: "Sum given" }} />
        <TextField
          field={fields.code}
          label="Code"
          hint={`Six characters, as the customer says or shows them, such as ${codeInHalves("K7M4QP")}.`}
        />
        {takesMoney ? (
          <TextField
            field={fields.given}
            label="Sum given"
            hint="Dollars, of an order that is to be paid now. You read what to give back."
            inputMode="decimal"
            optional
          />
        ) : null}
        <SubmitButton>Hand over</SubmitButton>
      </PostForm>
    </Panel>
  );
}
