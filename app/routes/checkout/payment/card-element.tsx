import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { useState, type FormEvent } from "react";
import { Button } from "~/ui/button/button";
import { Notice } from "~/ui/notice/notice";
import { dollars } from "~/ui/price/money";
import { useAppearance } from "./appearance";
import { UNEXPECTED } from "./sentences";
import * as styles from "./styles.css";

/* Everything here is loaded on the payment page alone, once scripts run and only with Stripe. */
export { openStripe } from "./open-stripe";

interface Watched {
  /** What is to be paid, in dollars. */
  amount: number;
  onReady: () => void;
  onFailed: () => void;
}

/** Stripe's Payment Element in the shop's colours, with the Pay button. */
export function CardElement({ stripe, clientSecret, ...watched }: Watched & { stripe: Stripe; clientSecret: string }) {
  const appearance = useAppearance();
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance, loader: "never" }}>
      <CardForm {...watched} />
    </Elements>
  );
}

function CardForm({ amount, onReady, onFailed }: Watched) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || busy) return;
    setBusy(true);
    setProblem("");
    const outcome = await confirm(stripe, elements).catch(() => ({ problem: UNEXPECTED }));
    // On the way out the button stays busy until the next page is there.
    if ("to" in outcome) return window.location.assign(outcome.to);
    setProblem(outcome.problem);
    setBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={pay} aria-busy={busy || undefined} data-in-place>
      {problem ? <Notice still type="danger" message={problem} /> : null}
      <PaymentElement options={{ layout: "tabs" }} onReady={onReady} onLoadError={onFailed} />
      <Button wide busy={busy} disabled={!stripe}>
        {busy ? "Processing..." : `Pay ${dollars(amount)}`}
      </Button>
    </form>
  );
}

/**
 * Tries the card. Answers where to go next, or the sentence that says what was refused. Source: specification §4, §8.
 */
async function confirm(stripe: Stripe, elements: StripeElements): Promise<{ to: string } | { problem: string }> {
  const back = `${window.location.origin}/checkout_success`;
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: back },
    redirect: "if_required",
  });
  if (paymentIntent) return { to: `${back}?payment_intent=${paymentIntent.id}` };
  // Paid or given up in another tab: the shop knows which.
  if (error.code === "payment_intent_unexpected_state")
    return { to: error.payment_intent ? `${back}?payment_intent=${error.payment_intent.id}` : "/checkout/payment" };
  return {
    problem:
      error.type === "card_error" || error.type === "validation_error"
        ? `Payment failed: ${error.message ?? "The card was refused."}`
        : UNEXPECTED,
  };
}
