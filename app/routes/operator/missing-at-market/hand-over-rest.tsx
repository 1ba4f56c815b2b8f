import type { RefundLine } from "~/features/refunds/schema";
import { RestFields, RestPanel, useRestForm, type MissingSums } from "~/routes/shared/missing-lines/rest";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { PostForm } from "~/ui/form/post-form";

interface HandOverRestProps {
  sums: MissingSums;
  order: string;
  /** The parts of the order to hand over. */
  partIds: string[];
  lines: RefundLine[];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The sums of what is missing, and the button that hands the rest over. */
export function HandOverRest({ sums, order, partIds, lines, refusal, idempotencyKey }: HandOverRestProps) {
  const rest = useRestForm(refusal);
  return (
    <RestPanel sums={sums}>
      <PostForm form={rest.form} idempotencyKey={idempotencyKey} className={stack}>
        <input type="hidden" name="order" value={order} />
        {partIds.map((partId) => (
          <input key={partId} type="hidden" name="parts" value={partId} />
        ))}
        <RestFields {...rest} sums={sums} lines={lines} restockLabel="Put the pieces back into the stalls’ stock" />
      </PostForm>
    </RestPanel>
  );
}
