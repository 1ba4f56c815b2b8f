import { useForm } from "@conform-to/react";
import type { PartChanges, TakeOut } from "~/features/order-changes/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { dollars } from "~/ui/price/money";

interface TakeOutFormProps {
  lines: PartChanges["lines"];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The lines of a part, each with a field for the number of pieces to take out. */
export function TakeOutForm({ lines, refusal, idempotencyKey }: TakeOutFormProps) {
  const [form, fields] = useForm<TakeOut>({
    id: "take-out",
    lastResult: refusal?.lastResult,
    defaultValue: { lines: lines.map(({ _id }) => ({ lineId: _id, quantity: 0 })) },
  });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      {fields.lines.getFieldList().map((field, place) => {
        const line = lines[place];
        if (!line) return null;
        const { lineId, quantity } = field.getFieldset();
        return (
          <div key={line._id}>
            <input type="hidden" name={lineId.name} value={line._id} />
            <TextField
              field={quantity}
              type="number"
              inputMode="numeric"
              min={0}
              max={line.quantity}
              label={[line.title, line.size].filter(Boolean).join(", ")}
              hint={`Ordered: ${line.quantity}, ${dollars(line.amount)}. How many are to be taken out?`}
              optional={false}
            />
          </div>
        );
      })}
      <p className={classNames(small, soft)}>
        The price goes back to the card that you paid with. It cannot be put back, but you can order again.
      </p>
      <div>
        <SubmitButton intent="take-out" variant="danger">
          Take out
        </SubmitButton>
      </div>
    </PostForm>
  );
}
