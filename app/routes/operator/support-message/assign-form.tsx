import { Field, Select } from "~/ui/field/field";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import * as styles from "../operator.css";

interface AssignFormProps {
  idempotencyKey: string;
  /** Who takes care of it now. */
  assignedTo: { _id: string; name: string } | null;
  operators: { _id: string; name: string }[];
}

/** Gives a message to somebody of the team, so that two do not write the same answer. */
export function AssignForm({ idempotencyKey, assignedTo, operators }: AssignFormProps) {
  const assigned = assignedTo?._id ?? "";
  return (
    <PostForm idempotencyKey={idempotencyKey} className={styles.search}>
      <Field id="operator" label="Taken care of by">
        <Select
          key={assigned}
          id="operator"
          name="operator"
          placeholder="Nobody yet"
          defaultValue={assigned}
          options={operators.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      </Field>
      <SubmitButton intent="assign" variant="quiet">
        Assign
      </SubmitButton>
    </PostForm>
  );
}
