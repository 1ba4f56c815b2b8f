import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { paymentInWords, paymentOfAll, takenOutAndBack } from "~/features/collection-payments/words-schema";
import { toCents, toDollars } from "~/features/fields";
import { collectionsOf, storeNamesOf } from "~/features/delivery/collections-schema";
import type { OrderDetails as OrderDetailsDoc } from "~/features/orders/schema";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Notice, type Session } from "~/session/session.server";
import { num } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";
import { qrOf, type Qr } from "~/routes/shared/qr.server";
import { goodsOf, shippingRows } from "~/routes/shared/shipping-rows";
import { dayOf } from "~/routes/shared/times.server";
import { OrderStatus } from "../order-table";
import { waitingPayment } from "../waiting-payment.server";
import { boughtAgain } from "./bought-again";
import { DeliveryCard } from "./delivery-card";
import { MerchantPart, type MerchantPartProps } from "./merchant-part";
import { OrderAddresses } from "./order-addresses";
import { OrderHead } from "./order-head";
import * as styles from "./styles.css";
import { WaitingOrderDetails } from "./waiting-order";

export const meta = titled("Order Details");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const id = args.params["orderId"] ?? "";
  return guarded(session, () =>
    orNotFound(
      (async () => {
        const order = await read(session.api().product.order[":id"].$get({ param: { id } })).then(
          (answer) => answer.data,
          unlessMissing,
        );
        if (order)
          return {
            placed: {
              order,
              refunds: Object.fromEntries(
                order.parts.map((part) => [
                  part._id,
                  part.refunds.map((refund) => ({ ...refund, day: dayOf(session, refund.createdAt) })),
                ]),
              ),
              codes: Object.fromEntries(
                order.parts.flatMap(({ _id, delivery }) =>
                  delivery?.code ? [[_id, qrOf(delivery.code)] as const] : [],
                ),
              ),
              changeable: order.parts
                .filter(
                  ({ statusText, delivery }) =>
                    statusText === "Processing" && delivery?.cutOffAt && delivery.cutOffAt > new Date().toISOString(),
                )
                .map(({ _id }) => _id),
              formKey: formKey(),
              receivedKey: formKey(),
            },
            waiting: null,
            day: dayOf(session, order.createdAt),
          };
        const waiting = await waitingPayment(session);
        if (waiting?.order._id !== id) throw new Response("Not Found", { status: 404 });
        return { placed: null, waiting, day: dayOf(session, waiting.order.createdAt) };
      })(),
    ),
  );
}

/** Returns null for an order that does not exist (404): the checkout may still wait for its payment. */
function unlessMissing(failure: unknown): null {
  if (failure instanceof ApiFailure && failure.status === 404) return null;
  throw failure;
}

/** Turns a conflict (409) into a notice that says why something cannot be done now. */
function unlessConflict(failure: unknown): Notice {
  if (failure instanceof ApiFailure && failure.status === 409) return { type: "danger", message: failure.message };
  throw failure;
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const form = await postedForm(args.request);
  const param = { id: args.params["orderId"] ?? "" };
  return form.get("intent") === "received"
    ? received(session, param.id, form)
    : buyAgain(session, param, form.get("_key"));
}

/** Marks a part as received. If its merchant has cancelled it meanwhile, the notice says so. */
async function received(session: Session, id: string, form: FormData) {
  const param = { id, partId: String(form.get("partId") ?? "") };
  const notice = await guarded(session, () =>
    orNotFound(
      (async (): Promise<string | Notice> => {
        try {
          await read(session.api(form.get("_key")).product.order[":id"].parts[":partId"].received.$post({ param }));
          return "Thank you. It is marked as delivered.";
        } catch (failure) {
          return unlessConflict(failure);
        }
      })(),
    ),
  );
  return session.redirect(`/customer/order_history/${id}`, { notice });
}

/** Puts everything that can still be bought into the cart again. */
async function buyAgain(session: Session, param: { id: string }, key: FormDataEntryValue | null) {
  const calls = session.api(key).product.order[":id"];
  const notice = await guarded(session, () =>
    orNotFound(
      (async () => {
        const { data: order } = await read(calls.$get({ param }));
        return read(calls.again.$post({ param })).then(
          (answer) => boughtAgain(order.carts.length, answer),
          unlessConflict,
        );
      })(),
    ),
  );
  return session.redirect("/shopping_cart", { notice });
}

export default function OrderDetails() {
  const { placed, waiting, day } = useLoaderData<typeof loader>();
  return placed ? (
    <PlacedOrder {...placed} day={day} />
  ) : (
    waiting && <WaitingOrderDetails waiting={waiting} day={day} />
  );
}

const isToCome = ({ statusText }: { statusText: string }) => statusText === "Processing" || statusText === "Shipped";

/** The other orders that are handed over with these parts, each once. */
const ordersOf = (parts: Pick<OrderDetailsDoc["parts"][number], "together">[]) => [
  ...new Map(parts.flatMap(({ together }) => together).map((sibling) => [sibling.order, sibling])).values(),
];

interface PlacedOrderProps {
  order: OrderDetailsDoc;
  /** The refunds of each part, by its id. */
  refunds: Record<string, MerchantPartProps["refunds"]>;
  /** The code of each part that is collected as a QR picture, by the part's id. */
  codes: Record<string, Qr>;
  /** The ids of parts that can still be changed, before their cut-off. */
  changeable: string[];
  day: string;
  formKey: string;
  receivedKey: string;
}

function PlacedOrder({ order, refunds, codes, changeable, day, formKey: key, receivedKey }: PlacedOrderProps) {
  const { carts, parts, billing, shipping, notes } = order;
  const sumOf = (figure: (part: OrderDetailsDoc["parts"][number]) => number) =>
    toDollars(parts.reduce((cents, part) => cents + toCents(figure(part)), 0));
  const [takenOut, back] = [
    sumOf((part) => takenOutAndBack(part).takenOut),
    sumOf((part) => takenOutAndBack(part).back),
  ];
  const due = sumOf(({ onCollection }) => onCollection?.due ?? 0);
  return (
    <>
      <OrderHead order={order} day={day}>
        <PostForm idempotencyKey={key}>
          <SubmitButton variant="quiet">Buy again</SubmitButton>
        </PostForm>
      </OrderHead>
      {collectionsOf(parts.filter(isToCome)).map((group) => {
        const [{ _id, delivery }] = group;
        const payment = paymentOfAll(group.flatMap(({ onCollection }) => onCollection ?? []));
        return delivery ? (
          <DeliveryCard
            key={_id}
            delivery={delivery}
            storeNames={storeNamesOf(group)}
            calendar={`/customer/order_history/${order._id}/collect.ics?part=${_id}`}
            code={codes[_id]}
            together={ordersOf(group)}
            payment={payment && paymentInWords(payment)}
            changes={group
              .filter((part) => changeable.includes(part._id))
              .map((part) => ({
                storeName: group.length > 1 ? part.storeName : "",
                to: `/customer/order_history/${order._id}/change/${part._id}`,
              }))}
          />
        ) : null;
      })}
      {parts.map((part) => (
        <MerchantPart
          key={part._id}
          orderId={order._id}
          itemId={order.itemId}
          part={part}
          refunds={refunds[part._id] ?? []}
          lines={carts.filter((line) => part.lines.includes(line._id))}
          idempotencyKey={`${receivedKey}-${part._id}`}
        />
      ))}
      <div className={styles.cards}>
        <Panel title="Order ID" action={<OrderStatus isCompleted={order.isCompleted} />} stacked>
          <p className={classNames(num, styles.orderId)}>#{order.itemId}</p>
          <Sums
            rows={[
              { label: "Payment Method", value: order.paymentMethod },
              { label: "Subtotal", value: dollars(goodsOf(order)) },
              ...shippingRows(parts),
              { label: "Total", value: dollars(order.amount), total: true },
              ...(order.vat > 0 ? [{ label: "of which VAT", value: dollars(order.vat) }] : []),
              ...(takenOut > 0 ? [{ label: "Not to be paid", value: dollars(-takenOut) }] : []),
              ...(back > 0 ? [{ label: "Refunded", value: dollars(-back) }] : []),
              ...(order.vatRefunded > 0
                ? [{ label: "of which VAT, refunded", value: dollars(-order.vatRefunded) }]
                : []),
              ...(due > 0 ? [{ label: "To be paid when you collect", value: dollars(due), total: true }] : []),
            ]}
          />
        </Panel>
        <OrderAddresses billing={billing} shipping={shipping} />
      </div>
      {notes ? (
        <Panel title="Order Notes" stacked>
          <p className={styles.notes}>{notes}</p>
        </Panel>
      ) : null}
    </>
  );
}
