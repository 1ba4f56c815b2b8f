import { useForm } from "@conform-to/react";
import type { PartDelivery, Slot } from "~/features/delivery/schema";
import { SlotChoices } from "~/routes/shared/way-times/slot-choices";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { FieldError } from "~/ui/field/field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface MoveFormProps {
  slots: Slot[];
  delivery: PartDelivery;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The other times of the order's delivery method, and the button that moves the order to one of them. */
export function MoveForm({ slots, delivery, refusal, idempotencyKey }: MoveFormProps) {
  const [form, fields] = useForm<{ time: string }>({ id: "move", lastResult: refusal?.lastResult });
  const otherSlots = slots.filter(({ day, from }) => day !== delivery.day || from !== delivery.from);
  if (otherSlots.every(({ closed }) => closed !== null)) return <p>There is no other time to choose just now.</p>;
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      <fieldset id={fields.time.id} tabIndex={-1}>
        <legend>When</legend>
        <SlotChoices
          slots={otherSlots}
          name="time"
          timeZone={delivery.timeZone}
          chosen={fields.time.initialValue}
          valueOf={({ day, from }) => `${day}T${from}`}
        />
        <FieldError id={fields.time.errorId} error={fields.time.errors} />
      </fieldset>
      <div>
        <SubmitButton intent="move">Move to this time</SubmitButton>
      </div>
    </PostForm>
  );
}
