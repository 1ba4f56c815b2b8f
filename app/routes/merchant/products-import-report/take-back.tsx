import { useForm } from "@conform-to/react";
import type { ImportReport } from "~/features/product-sheets/schema";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface TakeBackProps {
  report: ImportReport;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Undoes an applied import, within a day. A preview first shows what that would change. */
export function TakeBack({ report, refusal, idempotencyKey }: TakeBackProps) {
  const [form] = useForm({ id: "take-back", lastResult: refusal?.lastResult });
  const canBeTakenBack = report.takesBack === null && report.takenBackAt === null;
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      {canBeTakenBack ? (
        <p>Was that a mistake? You see first what would change back, row by row.</p>
      ) : report.takenBackAt !== null ? (
        <p>This import was taken back.</p>
      ) : null}
      <div className={row}>
        <ButtonLink to="/merchant/products">Back to Products</ButtonLink>
        {canBeTakenBack ? (
          <SubmitButton intent="take-back" variant="quiet">
            Take it back
          </SubmitButton>
        ) : null}
      </div>
    </PostForm>
  );
}
