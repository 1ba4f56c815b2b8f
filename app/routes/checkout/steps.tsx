import { Steps } from "~/ui/steps/steps";

/** The three steps of buying, on each of their pages. */
export function CheckoutSteps({ current }: { current: 0 | 1 | 2 }) {
  return <Steps label="Checkout" steps={["Billing", "Payment", "Order Received"]} current={current} />;
}
