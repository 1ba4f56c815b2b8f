import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { Refused } from "~/session/form.server";
import { Button } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { refusedBy } from "~/routes/shared/refused-by";
import * as styles from "./resend-code.css";
import { SECONDS_LEFT } from "~/ui/countdown/contract";

export interface ResendCodeProps {
  /** Seconds until the service sends another code. */
  wait: number;
  idempotencyKey: string;
}

/** The button for another code, enabled a minute after the last one. Posts `intent=resend`. */
export function ResendCode({ wait, idempotencyKey }: ResendCodeProps) {
  const refusal = refusedBy(useActionData<Refused>(), "resend");
  const [form] = useForm({ id: "resend", lastResult: refusal?.lastResult });
  const seconds = Math.max(wait, refusal?.retryAfter ?? 0);
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey}>
      <FormErrors form={form} />
      {seconds === 0 ? (
        <SubmitButton intent="resend" variant="quiet" wide>
          Resend code
        </SubmitButton>
      ) : (
        // Two buttons in one place. When the wait is over, the first one goes and the second one comes.
        <div className={styles.spot} data-needs-scripts {...{ [SECONDS_LEFT]: seconds }}>
          <Button type="button" variant="quiet" wide disabled className={styles.gone[stepOf(seconds)]}>
            Resend code (one a minute)
          </Button>
          <SubmitButton intent="resend" variant="quiet" wide className={styles.revealed[stepOf(seconds)]}>
            Resend code
          </SubmitButton>
        </div>
      )}
    </PostForm>
  );
}

function stepOf(seconds: number): keyof typeof styles.revealed {
  return styles.steps.find((step) => step >= seconds) ?? 60;
}
