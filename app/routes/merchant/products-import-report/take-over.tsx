import { useForm } from "@conform-to/react";
import type { ImportReport } from "~/features/product-sheets/schema";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { countOf } from "./in-words";

interface TakeOverProps {
  report: ImportReport;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Applies the checked file. If that has become impossible meanwhile, shows why. */
export function TakeOver({ report, refusal, idempotencyKey }: TakeOverProps) {
  const { created, changed, deleted, takesBack } = report;
  const [form] = useForm({ id: "take-over", lastResult: refusal?.lastResult });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <input type="hidden" name="version" value={report.version} />
      <FormErrors form={form} />
      <div className={row}>
        <SubmitButton intent="apply">
          {takesBack === null ? "Import" : "Take back"} {countOf(created + changed + deleted, "product")}
        </SubmitButton>
        <ButtonLink variant="quiet" to="/merchant/products">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}
