import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { FileField } from "~/ui/file-field/file-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface ChooseFileProps {
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Sends a spreadsheet to be checked. Nothing is changed by it. */
export function ChooseFile({ refusal, idempotencyKey }: ChooseFileProps) {
  const [form, fields] = useForm<{ file: File }>({
    id: "choose-file",
    lastResult: refusal?.lastResult,
  });
  return (
    <PostForm
      form={form}
      action="/merchant/products/import"
      encType="multipart/form-data"
      noValidate
      idempotencyKey={idempotencyKey}
      className={stack}
    >
      <FormErrors form={form} labels={{ file: "Excel or CSV file" }} />
      <FileField
        field={fields.file}
        label="Excel or CSV file"
        optional={false}
        accept=".xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values,text/plain"
        hint="Up to 5 MB and 10,000 rows. Rows of one product’s sizes stand next to each other. Exports of Shopify and WooCommerce are read too."
      />
      <SubmitButton>Check the file</SubmitButton>
    </PostForm>
  );
}
