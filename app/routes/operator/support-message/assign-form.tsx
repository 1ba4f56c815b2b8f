import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { Field, Select } from "~/ui/field/field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import * as styles from "../operator.css";

interface AssignFormProps {
  idempotencyKey: string;
  refusal: Refused | undefined;
  /** The operator who now takes care of the message. */
  assignedTo: { _id: string; name: string } | null;
  operators: { _id: string; name: string }[];
}

/** Assigns a message to an operator, so that two operators do not write the same answer. */
export function AssignForm({ idempotencyKey, refusal, assignedTo, operators }: AssignFormProps) {
  const [form, fields] = useForm<{ operator: string }>({
    id: "assign",
    defaultValue: { operator: assignedTo?._id ?? "" },
    lastResult: refusal?.lastResult,
  });
  const operatorId = fields.operator.initialValue ?? "";
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={styles.search}>
      <FormErrors form={form} />
      <Field id="operator" label="Taken care of by">
        <Select
          key={operatorId}
          id="operator"
          name="operator"
          placeholder="Nobody yet"
          defaultValue={operatorId}
          options={operators.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      </Field>
      <SubmitButton intent="assign" variant="quiet">
        Assign
      </SubmitButton>
    </PostForm>
  );
}
