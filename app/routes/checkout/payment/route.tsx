import { priceOfPieces } from "~/features/fields";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { sizeIdOf } from "~/features/cart/schema";
import { ApiFailure, read } from "~/api/client";
import { type PendingPayment } from "~/features/checkout/schema";
import type { PartDelivery } from "~/features/delivery/schema";
import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { testCard } from "~/features/payments/schema";
import type { CardProviderHandle } from "~/routes/shared/card-provider-handle";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm } from "~/session/form.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { split } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { clockTime } from "~/routes/shared/times.server";
import { OrderSummary, type ItemsOfStall } from "../order-summary";
import { PriceChanges, type PriceChange } from "../price-changes";
import { CheckoutSteps } from "../steps";
import { finalizeOrder } from "./finalize.server";
import { mailLink, payOnHostedPage } from "./pay-elsewhere.server";
import { FINALIZING_FAILED, UNEXPECTED } from "./sentences";
import { StripePayment } from "./stripe-payment";
import { TestCardForm } from "./test-card-form";
import * as styles from "./styles.css";

export const meta = titled("Payment");
export const handle: CardProviderHandle = { cardProvider: "script" };

const HOLD_MINUTES = 30;
const HOLD_OVER =
  "We held your goods for 30 minutes, and that time is over. Nothing was charged; please check out again.";

const OFF_SALE =
  "Something in your order was taken off sale, or its stall has closed, so it can no longer be paid. Nothing was charged; please check your cart.";

/** A hold that ended early had goods that are not sold any more. */
const whyOver = ({ createdAt, heldUntil }: { createdAt: string; heldUntil: string }) =>
  Date.parse(heldUntil) - Date.parse(createdAt) < HOLD_MINUTES * 60_000 ? OFF_SALE : HOLD_OVER;

const CHANGED = "Your order has changed since you opened this page. Nothing was charged; please check the new total.";

/** The order that waits for payment, or null when there is none. */
async function waiting(session: Session): Promise<PendingPayment | null> {
  return read(session.api().product.payment.current.$get()).then(
    (answer) => answer.data,
    async (failure) => {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (failure.is("no_pending_payment")) return null;
      // The cart says which product it is. The buyer can check out with what is left.
      if (["no_longer_sold", "taken_off_sale", "stall_closed"].some((code) => failure.is(code)))
        throw await session.redirect("/shopping_cart", { notice: { type: "danger", message: failure.message } });
      throw failure;
    },
  );
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const payment = await guarded(session, () => waiting(session));
  if (!payment) throw await whatBecameOfIt(session);
  const { stripeId, orderId, clientSecret, publishableKey, status, heldUntil } = payment;
  const paid = status === "succeeded";
  if (paid) {
    const answer = await guarded(session, () => finalizeOrder(session, stripeId).catch(unlessFinalizing));
    if (answer) throw answer;
  }
  const isTest = payment.provider === "test";
  if (isTest && status === "requires_action") throw await session.redirect("/checkout/authentication");
  if (status === "processing") throw await session.redirect(`/checkout/success?order=${orderId}`);
  const { carts } = await session.lists.read();
  const pricesSeen = new Map(carts.map((line) => [sizeIdOf(line), line.seen]));
  const apiUrl = session.config.stripe?.apiUrl;
  return {
    paid,
    stripeId,
    stripe: isTest
      ? null
      : { clientSecret, access: { publishableKey, script: apiUrl ? `${apiUrl}/v3/` : null }, linkKey: formKey() },
    amount: payment.amount,
    changes: payment.order.carts.flatMap(({ product, variant, price }): PriceChange[] => {
      const was = pricesSeen.get(variant._id);
      return was !== undefined && was !== price ? [{ title: product.title, was, now: price }] : [];
    }),
    heldUntil,
    until: clockTime(session, heldUntil),
    failed: payment.lastError,
    delivery: [fullName(payment.order.shipping), ...addressLines(payment.order.shipping)],
    notes: payment.order.notes,
    stalls: payment.order.parts.map(({ merchant, storeName, lines, deliveryFee, delivery }): ItemsOfStall => ({
      id: merchant,
      name: storeName,
      deliveryFee,
      delivery,
      way: wayWithFee(delivery, deliveryFee),
      items: payment.order.carts
        .filter((line) => lines.includes(line._id))
        .map((line) => ({
          id: line._id,
          title: line.product.title,
          quantity: line.quantity,
          amount: priceOfPieces(line.price, line.quantity),
          isAtMost: line.weighed !== undefined,
          image: line.product.image[0] ?? null,
        })),
    })),
  };
}

/** "Collect at Town Hall Market, Saturday 28 November, 9 to 12, $1.50" */
const wayWithFee = (delivery: PartDelivery | null, fee: number): string =>
  `${delivery ? wayAndTimeInWords(delivery) : "Sent by carrier"}, ${fee > 0 ? dollars(fee) : "free"}`;

/** Redirects a buyer whose payment no longer waits to the page that says what happened to it. */
async function whatBecameOfIt(session: Session): Promise<Response> {
  const { data: latest } = await guarded(session, () => read(session.api().product.payment.latest.$get()));
  if (latest?.status === "paid") return session.redirect(`/checkout/success?order=${latest.orderId}`);
  if (latest?.status === "refused")
    return session.redirect("/customer/order_history", {
      notice: {
        type: "danger",
        message: `Order #${latest.itemId} could not be completed. Whatever was paid for it is on its way back.`,
      },
    });
  return session.redirect("/checkout", latest ? { notice: { type: "danger", message: whyOver(latest) } } : {});
}

/** Returns null if finalizing failed. The page then stays, with a button to try again. */
function unlessFinalizing(failure: unknown): null {
  if (failure instanceof ApiFailure && failure.is("finalizing_failed")) return null;
  throw failure;
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const form = await postedForm(args.request);
  const intent = form.get("intent");
  if (intent === "finalize") {
    return (
      (await guarded(session, () => finalizeOrder(session, String(form.get("stripeId"))).catch(unlessFinalizing))) ??
      session.redirect("/checkout/payment")
    );
  }
  if (intent === "hosted") return payOnHostedPage(session);
  if (intent === "link") return mailLink(session, form.get("_key"));
  return answerForm(args, form, { schema: testCard, hide: ["number", "cvc"], broken: UNEXPECTED }, async (card) => {
    const payment = await waiting(session);
    // The form was posted twice and the first post has placed the order, or the hold has ended.
    if (!payment) {
      const { data: latest } = await read(session.api().product.payment.latest.$get());
      return finalizeOrder(session, String(form.get("stripeId")), latest ? whyOver(latest) : HOLD_OVER);
    }
    // Another tab has checked out meanwhile. A buyer must never pay an amount that the page did not show.
    if (form.get("stripeId") !== payment.stripeId)
      return session.redirect("/checkout/payment", { notice: { type: "danger", message: CHANGED } });
    const { data: intent } = await read(
      session.api()["test-payments"].confirm.$post({ json: { ...card, clientSecret: payment.clientSecret } }),
    );
    if (intent.status === "requires_action") return session.redirect("/checkout/authentication");
    if (intent.status === "succeeded") return finalizeOrder(session, intent.id);
    throw new ApiFailure(
      422,
      [{ code: "payment_failed", message: `Payment failed: ${intent.lastError}` }],
      session.requestId,
    );
  });
}

export default function Payment() {
  const { stripeId, stripe, amount, stalls, failed, heldUntil, until, paid, delivery, notes, changes } =
    useLoaderData<typeof loader>();
  return (
    <>
      <div className={styles.head}>
        <h1>Payment</h1>
        <CheckoutSteps current={1} />
      </div>
      {paid ? null : <PriceChanges changes={changes} />}
      <div className={split} data-needs-scripts={stripe ? "" : undefined}>
        {paid ? (
          <FinishForm stripeId={stripeId} />
        ) : stripe ? (
          <StripePayment {...stripe} amount={amount} failed={failed} until={until} />
        ) : (
          <TestCardForm stripeId={stripeId} amount={amount} failed={failed} />
        )}
        <OrderSummary stalls={stalls} total={amount}>
          <Delivery lines={delivery} notes={notes} />
          <p className={styles.held}>
            We hold these goods for you until <time dateTime={heldUntil}>{until}</time>.
          </p>
        </OrderSummary>
      </div>
    </>
  );
}

/** The address to which the goods will go, shown above the button that pays for them. */
function Delivery({ lines, notes }: { lines: string[]; notes: string }) {
  return (
    <section aria-labelledby="delivery" className={styles.delivery}>
      <h3 id="delivery">Goes to</h3>
      <address className={styles.lines}>{lines.join("\n")}</address>
      {notes ? (
        <>
          <h3>Your notes</h3>
          <p className={styles.lines}>{notes}</p>
        </>
      ) : null}
      <MoreLink to="/checkout">Change address or notes</MoreLink>
    </section>
  );
}

/** For a payment that has gone through but could not be recorded: nothing is to be paid again. */
function FinishForm({ stripeId }: { stripeId: string }) {
  return (
    <Panel stacked title="Your payment has gone through">
      <Notice still type="danger" message={FINALIZING_FAILED} />
      <p>
        Your card was charged once and will not be charged again. Your order is safe: we finish it by ourselves within
        two minutes, or you try again now.
      </p>
      <PostForm>
        <input type="hidden" name="stripeId" value={stripeId} />
        <SubmitButton intent="finalize">Try again</SubmitButton>
      </PostForm>
    </Panel>
  );
}
