import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { finalizeOrder } from "../payment/finalize.server";
import { CheckoutSteps } from "../steps";
import { Settling } from "./settling";

export const meta: MetaFunction<typeof loader> = (page) =>
  titled(page.data?.isSettling ? "Your payment is being confirmed" : "Order Received")(page);

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const query = new URL(args.request.url).searchParams;
  const isBuyer = (await session.user())?.privilege === "buyer";
  // The payer comes back from the provider with the id of an intent or of a hosted page. The payment is finalized here.
  // Finalizing it again changes nothing.
  const stripeId = query.get("payment_intent") ?? query.get("session");
  if (stripeId) {
    if (!isBuyer) throw await session.redirect("/login/customer?redirect_uri=/customer");
    const answer = await guarded(session, () => finalizeOrder(session, stripeId).catch(unlessSettling));
    if (answer) throw answer;
    return { order: null, isSettling: true };
  }
  const orderId = query.get("order");
  return isBuyer && orderId ? guarded(session, () => received(session, orderId)) : { order: null, isSettling: false };
}

/** Returns null for a payment that could not be finalized now. The page checks it again: nothing is paid twice. */
function unlessSettling(failure: unknown): null {
  if (failure instanceof ApiFailure && failure.is("finalizing_failed")) return null;
  throw failure;
}

async function received(session: Session, id: string) {
  const order = await read(session.api().product.order[":id"].$get({ param: { id } })).then(
    (answer) => answer.data,
    () => null,
  );
  if (order)
    return {
      order: {
        _id: order._id,
        itemId: order.itemId,
        amount: order.amount,
        isPaidLater: order.parts.some(({ onCollection }) => onCollection !== null),
        email: (await session.user())?.email ?? "",
      },
      isSettling: false,
    };
  const { data: waiting } = await read(session.api().product.payment.waiting.$get());
  if (waiting?.order._id !== id) return { order: null, isSettling: false };
  const payment = await read(session.api().product.payment.current.$get()).then(
    (answer) => answer.data,
    () => null,
  );
  if (payment?.status === "succeeded") {
    const answer = await finalizeOrder(session, payment.stripeId).catch(unlessSettling);
    if (answer) throw answer;
  }
  // No payment is under way, so the order waits to be paid.
  if (payment && payment.status !== "succeeded" && payment.status !== "processing")
    throw await session.redirect("/checkout/payment");
  return { order: null, isSettling: true };
}

export default function OrderReceived() {
  const { order, isSettling } = useLoaderData<typeof loader>();
  if (isSettling) return <Settling />;
  return (
    <div className={stack}>
      <CheckoutSteps current={2} />
      <Panel as="div">
        <EmptyState
          headingLevel={1}
          title="Order Received"
          picture="/img/gift-basket.webp"
          text={
            order
              ? `Order #${order.itemId} over ${dollars(order.amount)} is ${order.isPaidLater ? "placed: you pay when you collect" : "paid"}. We have mailed the details to ${order.email}; the stallholders are packing it now.`
              : "Thank you. The details are in your mail and in your order history."
          }
          action={
            <>
              <ButtonLink to="/customer">Go to Dashboard</ButtonLink>
              {order && <MoreLink to={`/customer/order_history/${order._id}`}>See the order</MoreLink>}
            </>
          }
        />
      </Panel>
    </div>
  );
}
