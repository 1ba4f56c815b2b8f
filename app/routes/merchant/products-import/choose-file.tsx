import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { SelectField } from "~/ui/field/select-field";
import { FileField } from "~/ui/file-field/file-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface ChooseFileProps {
  refusal: Refused | undefined;
  idempotencyKey: string;
  /** The store's categories. */
  categories: readonly { value: string; label: string }[];
  /** The title of the category that an earlier check of the file used. */
  chosenCategory?: string;
}

const CATEGORY = "Category for rows without one";

/** Sends a spreadsheet to be checked. This changes nothing. */
export function ChooseFile({ refusal, idempotencyKey, categories, chosenCategory }: ChooseFileProps) {
  const [form, fields] = useForm<{ file: File; category: string }>({
    id: "choose-file",
    lastResult: refusal?.lastResult,
    defaultValue: { category: categories.find(({ label }) => label === chosenCategory)?.value ?? "" },
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
      <FormErrors form={form} labels={{ file: "Excel or CSV file", category: CATEGORY }} />
      <FileField
        field={fields.file}
        label="Excel or CSV file"
        optional={false}
        accept=".xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values,text/plain"
        hint="Up to 5 MB and 10,000 rows. Rows of one product’s sizes stand next to each other. Exports of Shopify and WooCommerce are read too."
      />
      <SelectField
        field={fields.category}
        label={CATEGORY}
        optional
        options={categories}
        placeholder="Each row names its own"
        hint="For sheets without a column for it, and for cells that are empty."
      />
      <SubmitButton>Check the file</SubmitButton>
    </PostForm>
  );
}
