import { useForm } from "@conform-to/react";
import type { Area } from "~/features/accounts/personal-token-schema";
import type { Refused } from "~/session/form.server";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

interface NewTokenFormProps {
  idempotencyKey: string;
  areas: { area: Area; title: string; says: string; write: boolean }[];
}

const NOTHING = { value: "none", label: "Nothing" };
const READ = { value: "read", label: "Read" };
const WRITE = { value: "write", label: "Read and change" };
const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

/** Makes a token with a name, its scopes and its lifetime in days. */
export function NewTokenForm({ idempotencyKey, areas }: NewTokenFormProps) {
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ name: string; days: string } & Record<Area, string>>({
    id: "new-token",
    lastResult: refusal?.lastResult,
    defaultValue: { days: "90" },
  });
  return (
    <PostForm form={form} idempotencyKey={refusal?.key ?? idempotencyKey}>
      <FormErrors form={form} labels={{ days: "It ends after" }} />
      <TextField
        field={fields.name}
        label="What you call it"
        hint="The program that uses it, perhaps: My spreadsheet."
        optional={false}
      />
      {areas.map(({ area, title, says, write }) => (
        <SelectField
          key={area}
          field={fields[area]}
          label={title}
          hint={says}
          options={write ? [NOTHING, READ, WRITE] : [NOTHING, READ]}
          optional={false}
        />
      ))}
      <SelectField field={fields.days} label="It ends after" options={LIFETIMES} optional={false} />
      <SubmitButton wide>Make a token</SubmitButton>
    </PostForm>
  );
}
