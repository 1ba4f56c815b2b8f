import { ChevronDown } from "lucide-react";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { soft } from "~/styles/text.css";
import { HostedPageForm, MailLinkForm } from "./hosted-page-form";
import type { StripeAccess } from "./open-stripe";
import { useCardElement } from "./use-card-element";
import { useFullLoads } from "./use-full-loads";
import * as styles from "./styles.css";

export interface StripePaymentProps {
  clientSecret: string;
  access: StripeAccess;
  /** What is to be paid, in dollars. */
  amount: number;
  /** What the last card was refused with; empty when none was. */
  failed: string;
  /** Until when the goods are held, as people read it. */
  until: string;
  linkKey: string;
}

/**
 * Paying with Stripe. The page says at once how to pay on Stripe's own page, which needs no script here; where Stripe's
 * element can be loaded, it takes that place.
 */
export function StripePayment({ clientSecret, access, amount, failed, until, linkKey }: StripePaymentProps) {
  useFullLoads();
  const hydrated = useHydrated();
  const { loaded, state, ready, failed: giveUp } = useCardElement(access);
  const link = <MailLinkForm idempotencyKey={linkKey} until={until} />;
  return (
    <Panel title="Card" stacked>
      {failed ? <Notice still type="danger" message={`Payment failed: ${failed}`} /> : null}
      <div className={styles.place}>
        {loaded ? (
          <div className={state === "ready" ? undefined : styles.unseen}>
            <loaded.CardElement
              stripe={loaded.stripe}
              clientSecret={clientSecret}
              amount={amount}
              onReady={ready}
              onFailed={giveUp}
            />
          </div>
        ) : null}
        {state === "ready" ? null : (
          <div className={styles.form}>
            <p role="status">{hydrated ? HINTS[state] : HINTS.plain}</p>
            <HostedPageForm amount={amount} />
            {link}
          </div>
        )}
      </div>
      {state === "ready" ? (
        <details>
          <summary className={styles.summary}>
            Other ways to pay <Icon of={ChevronDown} />
          </summary>
          <div className={styles.form}>
            <p className={soft}>If the form above does not work for you, Stripe’s own page takes the same cards.</p>
            <HostedPageForm amount={amount} variant="quiet" />
            {link}
          </div>
        </details>
      ) : null}
    </Panel>
  );
}

const HINTS = {
  plain: "You enter your card on the page of Stripe, who handles the payment for us, and come back here.",
  waiting: "The card form is on its way. You can pay on Stripe’s page as well.",
  failed:
    "The card form could not be loaded here. Nothing was charged: please pay on Stripe’s page, which leads back here.",
};
