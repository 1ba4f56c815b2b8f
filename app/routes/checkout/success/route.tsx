import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { finalizeOrder } from "../payment/finalize.server";
import { CheckoutSteps } from "../steps";

export const meta = titled("Order Received");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const query = new URL(asked.request.url).searchParams;
  const user = await session.user();
  const stripeId = query.get("payment_intent");
  // Back from the provider's page: the payment is finalized here. Done again, it does nothing again.
  if (stripeId) {
    if (user?.privilege !== "buyer") throw await session.redirect("/login/customer?redirect_uri=/customer");
    throw await guarded(session, () => finalizeOrder(session, stripeId)).catch((failure: unknown) => {
      // The payment page says what is the matter and offers to try again.
      if (failure instanceof ApiFailure) return session.redirect("/checkout/payment");
      throw failure;
    });
  }
  const orderId = query.get("order");
  const order = user?.privilege === "buyer" && orderId ? await read(session.api().product.order[":id"].$get({ param: { id: orderId } })).then((answer) => answer.data, () => null) : null;
  return { order: order && { _id: order._id, itemId: order.itemId, amount: order.amount, email: user?.email ?? "" } };
}

export default function OrderReceived() {
  const { order } = useLoaderData<typeof loader>();
  return (
    <>
      <CheckoutSteps current={2} />
      <Panel as="div">
        <EmptyState
          headingLevel={1}
          title="Order Received"
          text={order ? `Order #${order.itemId} over ${dollars(order.amount)} is paid. We have mailed the details to ${order.email}; the stallholders are packing it now.` : "Thank you. The details are in your mail and in your order history."}
          action={<>
            <ButtonLink to="/customer">Go to Dashboard</ButtonLink>
            {order && <MoreLink to={`/customer/order_history/${order._id}`}>See the order</MoreLink>}
          </>}
        />
      </Panel>
    </>
  );
}
