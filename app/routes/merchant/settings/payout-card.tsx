import type { PayoutAccountAnswer } from "~/features/payouts/schema";
import { PAYOUT_STATUS } from "~/routes/shared/payout-status";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";

interface PayoutCardProps {
  account: PayoutAccountAnswer;
  idempotencyKey: string;
}

/** The next step for the merchant's account, by its status. Once it is ready, there is nothing more to do. */
const STEPS: Record<PayoutAccountAnswer["status"], { text: string; button?: string }> = {
  none: {
    text: "To be paid for what you sell, open an account with Stripe, who pays out for us. Have your bank details and an identity document at hand. Until then your money is kept for you.",
    button: "Set up payouts",
  },
  incomplete: {
    text: "You have begun to open your account. Until it is complete your money is kept for you.",
    button: "Go on with Stripe",
  },
  checking: {
    text: "Stripe checks what you have answered. Until then your money is kept for you.",
    button: "Open at Stripe",
  },
  restricted: {
    text: "Stripe needs something more before it can pay you out. Until then your money is kept for you.",
    button: "Go on with Stripe",
  },
  disconnected: {
    text: "Your account at Stripe is no longer connected with us. Set up payouts again to be paid; until then your money is kept for you.",
    button: "Set up payouts again",
  },
  ready: {
    text: "Each part of an order is paid out once it has arrived. Bank details are changed in your account at Stripe.",
  },
};

export function PayoutCard({ account: { status, problem, feePercent }, idempotencyKey }: PayoutCardProps) {
  const { text, button } = STEPS[status];
  return (
    <Panel
      title="Payouts"
      id="payouts"
      action={<Pill tone={PAYOUT_STATUS[status].tone}>{PAYOUT_STATUS[status].label}</Pill>}
      stacked
    >
      <p>
        {text}
        {feePercent > 0 ? ` We keep ${feePercent}% of what you sell.` : ""}
      </p>
      {problem ? <p>{problem}</p> : null}
      {button ? (
        <PostForm action="/merchant/payout_account" idempotencyKey={idempotencyKey}>
          <SubmitButton variant={status === "checking" ? "quiet" : "primary"}>{button}</SubmitButton>
        </PostForm>
      ) : null}
    </Panel>
  );
}
