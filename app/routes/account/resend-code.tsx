import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Refused } from "~/session/form.server";
import { Button } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { refusedBy } from "~/routes/shared/refused-by";
import * as styles from "./resend-code.css";

export interface ResendCodeProps {
  /** Seconds until the service sends another one. */
  wait: number;
  idempotencyKey: string;
}

/** Seconds that nobody counts along with: the day's codes are used up. */
const LONG = 120;

/** Asks for another code, a minute after the last one at the earliest. Posts `intent=resend`. */
export function ResendCode({ wait, idempotencyKey }: ResendCodeProps) {
  const refused = refusedBy(useActionData<Refused>(), "resend");
  const [form] = useForm({ id: "resend", lastResult: refused?.lastResult, defaultNoValidate: false });
  const hydrated = useHydrated();
  const left = useCountdown(Math.max(wait, refused?.retryAfter ?? 0), idempotencyKey);
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} data-needs-scripts>
      <FormErrors form={form} />
      {hydrated ? (
        <SubmitButton intent="resend" variant="quiet" wide disabled={left > 0}>
          {left > LONG ? "Resend code later" : left > 0 ? `Resend code in ${left} s` : "Resend code"}
        </SubmitButton>
      ) : wait === 0 ? (
        <SubmitButton intent="resend" variant="quiet" wide>
          Resend code
        </SubmitButton>
      ) : (
        // Two buttons on one spot: the style sheet takes the first away and brings the second when the wait is over.
        <div className={styles.spot}>
          <Button type="button" variant="quiet" wide disabled className={styles.gone[stepOf(wait)]}>
            Resend code (one a minute)
          </Button>
          <SubmitButton intent="resend" variant="quiet" wide className={styles.revealed[stepOf(wait)]}>
            Resend code
          </SubmitButton>
        </div>
      )}
    </PostForm>
  );
}

function stepOf(wait: number): keyof typeof styles.revealed {
  return styles.steps.find((step) => step >= wait) ?? 60;
}

/** Counts down from `seconds`, anew whenever `run` changes. */
function useCountdown(seconds: number, run: string): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    // By the clock, not by ticks: a phone in a pocket skips them.
    const look = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [seconds, run]);
  return left;
}
