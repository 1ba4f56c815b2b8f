import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton, type SubmitButtonProps } from "~/ui/form/submit-button";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

/** Payment without a script of the provider in our page: a plain post that leads to the provider's own page. */
export function HostedPageForm({ amount, variant }: Pick<SubmitButtonProps, "variant"> & { amount: number }) {
  return (
    <PostForm>
      <SubmitButton wide intent="hosted" variant={variant}>
        Pay {dollars(amount)} on Stripe’s page
      </SubmitButton>
    </PostForm>
  );
}

/** Mails a link to the same page, for another device or for later. */
export function MailLinkForm({ idempotencyKey, until }: { idempotencyKey: string; until: string }) {
  return (
    <PostForm idempotencyKey={idempotencyKey}>
      <SubmitButton wide intent="link" variant="quiet">
        Mail me a payment link
      </SubmitButton>
      <p className={classNames(soft, small, styles.under)}>
        It opens on any device, without signing in, until {until}.
      </p>
    </PostForm>
  );
}
