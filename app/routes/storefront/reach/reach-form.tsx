import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { Place } from "./place";

interface ReachFormProps {
  place: Place;
  /** The page to show next. */
  returnTo: string;
  refusal?: Refused | undefined;
  /** Whether to ask only for the postcode, in a few bytes, for pages of lists, whose size is limited. */
  isShort?: boolean;
}

/** Asks where and when a person wants goods. The answer is kept in a cookie and asked for nowhere else. */
export function ReachForm({ place, returnTo, refusal, isShort = false }: ReachFormProps) {
  const [form, fields] = useForm<{ postcode: string; day: string }>({
    id: "reach",
    lastResult: refusal?.lastResult,
    defaultValue: { postcode: place.postcode, day: place.day },
  });
  return (
    <PostForm form={form} action="/reach" className={stack}>
      <FormErrors form={form} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <TextField
        field={fields.postcode}
        label={isShort ? "Does it reach my postcode?" : "Postcode"}
        type="text"
        autoComplete="postal-code"
        enterKeyHint="done"
        optional={false}
      />
      {isShort ? null : (
        <TextField field={fields.day} label="Day" type="date" optional min={place.firstDay} max={place.lastDay} />
      )}
      <SubmitButton name="intent" value="show">
        Show what reaches me
      </SubmitButton>
      {place.postcode ? (
        <Button variant="quiet" name="intent" value="forget" formNoValidate>
          Forget the postcode
        </Button>
      ) : null}
    </PostForm>
  );
}
