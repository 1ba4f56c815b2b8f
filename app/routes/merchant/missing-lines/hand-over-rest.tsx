import type { RefundLine } from "~/features/refunds/schema";
import { RestFields, RestPanel, useRestForm, type MissingSums } from "~/routes/shared/missing-lines/rest";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { PostForm } from "~/ui/form/post-form";

interface HandOverRestProps {
  sums: MissingSums;
  code: string;
  lines: RefundLine[];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The sums of what is missing, and the button that hands the rest over. */
export function HandOverRest({ sums, code, lines, refusal, idempotencyKey }: HandOverRestProps) {
  const rest = useRestForm(refusal);
  return (
    <RestPanel sums={sums}>
      <PostForm form={rest.form} idempotencyKey={idempotencyKey} className={stack}>
        <input type="hidden" name="code" value={code} />
        <RestFields {...rest} sums={sums} lines={lines} restockLabel="Put the pieces back into my stock" />
      </PostForm>
    </RestPanel>
  );
}
