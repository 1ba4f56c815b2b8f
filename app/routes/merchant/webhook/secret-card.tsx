import { OLD_SECRET_HOURS, SIGNATURE_HEADER } from "~/features/webhooks/plain-schema";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

/** Makes the secret that signs requests, and shows it on the only page that ever does. */
export function SecretCard({ made, idempotencyKey }: { made: string | undefined; idempotencyKey: string }) {
  return (
    <Panel title="Signing secret" stacked>
      {made ? (
        <>
          <p role="status">Copy this secret to your server now. It is shown only here, and only this once.</p>
          <p>
            <code className={styles.secret}>{made}</code>
          </p>
        </>
      ) : (
        <p>
          Each request is signed in its header {SIGNATURE_HEADER}, so that your server knows that it comes from us. Make
          a secret to check it with.
        </p>
      )}
      <p>A secret that you made before counts for {OLD_SECRET_HOURS} hours more.</p>
      <PostForm idempotencyKey={idempotencyKey}>
        <SubmitButton variant="quiet" intent="secret">
          Make a new secret
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
