import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface ShowFormProps {
  message: { _id: string; isShown: boolean };
  idempotencyKey: string;
}

/** A merchant's button to show an answer with the product, together with the question before it. */
export function ShowForm({ message: { _id, isShown }, idempotencyKey }: ShowFormProps) {
  return (
    <PlainForm idempotencyKey={`${idempotencyKey}-${_id}`}>
      <input type="hidden" name="message" value={_id} />
      <SubmitButton intent={isShown ? "hide" : "show"} variant="quiet">
        {isShown ? "Take off the product’s page" : "Show on the product’s page"}
      </SubmitButton>
    </PlainForm>
  );
}
