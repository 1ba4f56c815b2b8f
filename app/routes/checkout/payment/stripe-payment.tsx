import { parts } from "virtual:page-script";
import { vars } from "~/styles/tokens.css";
import { soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import {
  CARD,
  CARD_FORM,
  CARD_MOUNT,
  CARD_OTHER,
  CARD_PLAIN,
  CARD_PROBLEM,
  type CardSettings,
} from "~/ui/card-element/contract";
import { DisclosureTitle } from "~/ui/disclosure/disclosure";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { HostedPageForm, MailLinkForm } from "./hosted-page-form";
import { UNEXPECTED } from "./sentences";
import * as styles from "./styles.css";

export interface StripePaymentProps {
  clientSecret: string;
  access: Pick<CardSettings, "publishableKey" | "script">;
  /** The sum due, in dollars. */
  amount: number;
  /** The refusal of the last card; empty when none was refused. */
  failed: string;
  /** The end of the hold on the goods, in words. */
  until: string;
  linkKey: string;
}

/**
 * Payment with Stripe. From the start, the page offers Stripe's own page, which needs no script here. If Stripe's
 * element can be loaded (`app/browser/parts/card-element.ts`), it takes that place.
 */
export function StripePayment({ clientSecret, access, amount, failed, until, linkKey }: StripePaymentProps) {
  const link = <MailLinkForm idempotencyKey={linkKey} until={until} />;
  const pay = `Pay ${dollars(amount)}`;
  const settings: CardSettings = { ...access, ...SETTINGS, clientSecret, pay };
  return (
    <Panel title="Card" stacked>
      {failed ? <Notice still type="danger" message={`Payment failed: ${failed}`} /> : null}
      <div data-part={parts["card-element"]} {...{ [CARD]: JSON.stringify(settings) }}>
        <div className={styles.place}>
          <div {...{ [CARD_FORM]: "" }} className={styles.unseen} hidden>
            <div className={styles.form}>
              <div {...{ [CARD_PROBLEM]: "" }} hidden>
                <Notice still type="danger" message={<span />} />
              </div>
              <div {...{ [CARD_MOUNT]: "" }} />
              <Button type="button" wide>
                {pay}
              </Button>
            </div>
          </div>
          <div {...{ [CARD_PLAIN]: "" }}>
            <div className={styles.form}>
              <p role="status">
                You enter your card on the page of Stripe, who handles the payment for us, and come back here.
              </p>
              <HostedPageForm amount={amount} />
              {link}
            </div>
          </div>
        </div>
        <details {...{ [CARD_OTHER]: "" }} hidden>
          <DisclosureTitle>Other ways to pay</DisclosureTitle>
          <div className={styles.form}>
            <p className={soft}>If the form above does not work for you, Stripe’s own page takes the same cards.</p>
            <HostedPageForm amount={amount} variant="quiet" />
            {link}
          </div>
        </details>
      </div>
    </Panel>
  );
}

const SETTINGS: Omit<CardSettings, "publishableKey" | "script" | "clientSecret" | "pay"> = {
  paying: "Processing...",
  hints: {
    waiting: "The card form is on its way. You can pay on Stripe’s page as well.",
    failed:
      "The card form could not be loaded here. Nothing was charged: please pay on Stripe’s page, which leads back here.",
  },
  refused: "Payment failed:",
  unexpected: UNEXPECTED,
  look: {
    surface: vars.surface,
    leaf: vars.leaf,
    ink: vars.ink,
    softInk: vars.softInk,
    tomato: vars.tomato,
    edge: vars.edge,
    radius: vars.rControl,
  },
  unseen: styles.unseen,
};
