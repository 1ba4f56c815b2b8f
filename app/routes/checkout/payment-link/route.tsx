import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import type { LinkedOrder } from "~/features/checkout/schema";
import type { CardProviderHandle } from "~/routes/shared/card-provider-handle";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { orNotFound, sessionForAnyForm, sessionOf, type Session } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";
import { clockTime } from "~/routes/shared/times.server";
import { toHostedPage } from "../payment/pay-elsewhere.server";
import { UNEXPECTED } from "../payment/sentences";

export const meta = titled("Pay for an order");
export const handle: CardProviderHandle = { cardProvider: "form" };

/*
 * The page that a mailed payment link opens, on any device. Opening it does nothing, because programs that check mails
 * open every link.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const [word, query] = [args.params["word"] ?? "", new URL(args.request.url).searchParams];
  const { data: order } = await orNotFound(read(session.api().product.payment.link[":word"].$get({ param: { word } })));
  // The payer comes back without having paid. A buyer who is signed in here returns to the payment page.
  if (query.has("back") && order.status === "waiting" && (await isOwn(session, order.orderId)))
    throw await session.redirect("/checkout/payment");
  const stripeId = query.get("session");
  const now = stripeId && order.status === "waiting" ? await settled(session, word, stripeId) : order;
  return { order: now ?? order, until: clockTime(session, order.heldUntil), isSettling: now === null };
}

async function isOwn(session: Session, orderId: string): Promise<boolean> {
  if ((await session.user())?.privilege !== "buyer") return false;
  const { data } = await read(session.api().product.payment.waiting.$get());
  return data?.order._id === orderId;
}

/** The order once its payment is known to have gone through. Null before that. */
async function settled(session: Session, word: string, stripeId: string): Promise<LinkedOrder | null> {
  try {
    const { data } = await read(
      session.api().product.payment.link[":word"].finalize.$post({ param: { word }, json: { stripeId } }),
    );
    return data.status === "waiting" ? null : data;
  } catch (failure) {
    if (failure instanceof ApiFailure) return null;
    throw failure;
  }
}

export async function action(args: ActionFunctionArgs) {
  // Anybody with the link may pay, whatever account is signed in.
  const session = await sessionForAnyForm(args);
  const word = args.params["word"] ?? "";
  try {
    const { data } = await read(session.api().product.payment.link[":word"].hosted.$post({ param: { word } }));
    return toHostedPage(data.url);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    // If the order is paid or over meanwhile, the page says which.
    return session.redirect(
      `/pay/${encodeURIComponent(word)}`,
      failure.is("no_pending_payment") ? {} : { notice: { type: "danger", message: failure.message || UNEXPECTED } },
    );
  }
}

export default function PaymentLink() {
  const { order, until, isSettling } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const { itemId, amount, heldUntil, status } = order;
  if (isSettling) {
    return (
      <NarrowPage
        title="Your payment is on its way"
        text={`We have not heard yet that order #${itemId} is paid. That takes a moment; your card is charged once at most, and we finish the order by ourselves.`}
      >
        <ButtonLink wide to={pathname + search}>
          Look again
        </ButtonLink>
      </NarrowPage>
    );
  }
  if (status === "paid")
    return (
      <NarrowPage
        title="Paid, thank you"
        text={`Order #${itemId} over ${dollars(amount)} is paid. We have mailed the details to the buyer.`}
      />
    );
  if (status === "refused")
    return (
      <NarrowPage
        title="This order could not be completed"
        text={`Whatever was paid for order #${itemId} is on its way back to the card.`}
      />
    );
  if (status === "over") {
    return (
      <NarrowPage
        title="The time of this link is over"
        text={`Order #${itemId} was held until ${until} and was not paid. Nothing was charged, and nothing can be charged through this link any more.`}
      >
        <ButtonLink wide to="/products">
          Go to the shop
        </ButtonLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={`Pay for order #${itemId}`}
      text="The goods are set aside, and nothing was charged yet. You need not sign in."
    >
      <Sums
        rows={[
          { label: "Held until", value: <time dateTime={heldUntil}>{until}</time> },
          { label: "Total", value: dollars(amount), total: true },
        ]}
      />
      <PostForm>
        <SubmitButton wide>Pay {dollars(amount)} on Stripe’s page</SubmitButton>
      </PostForm>
    </NarrowPage>
  );
}
