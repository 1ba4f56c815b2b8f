import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton, type SubmitButtonProps } from "~/ui/form/submit-button";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

/** The way to pay without any script of the provider's in our page: a plain post that leads to a page of its own. */
export function HostedPageForm({ amount, variant }: Pick<SubmitButtonProps, "variant"> & { amount: number }) {
  return (
    <PostForm>
      <SubmitButton wide intent="hosted" variant={variant}>
        Pay {dollars(amount)} on Stripe’s page
      </SubmitButton>
    </PostForm>
  );
}

/** For another device, or for later: the same page, through a mail. */
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
