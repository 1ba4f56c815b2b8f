import { useForm } from "@conform-to/react";
import type { Stall, StallForm } from "~/features/stores/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FileField } from "~/ui/file-field/file-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { Thumb } from "~/ui/thumb/thumb";

const LABELS = {
  words: "About the stall",
  place: "Place",
  opening: "Opening hours",
  holidayFrom: "First day",
  holidayUntil: "Last day",
  intendedFile: "Banner",
};

interface StallCardProps {
  stall: Stall;
  /** Version and digests of the stall when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The texts of the stall's own page, and its holiday. */
export function StallCard({ stall, opened, refusal, idempotencyKey }: StallCardProps) {
  const { words, place, opening, holiday, banner } = stall;
  const [form, fields] = useForm<StallForm & { intendedFile: File }>({
    id: "stall-form",
    defaultValue: { words, place, opening, holidayFrom: holiday?.from ?? "", holidayUntil: holiday?.until ?? "" },
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Your stall" id="stall" action={<MoreLink to={`/stalls/${stall._id}`}>See its page</MoreLink>}>
      <PostForm
        form={form}
        action="#stall"
        encType="multipart/form-data"
        noValidate
        className={stack}
        idempotencyKey={idempotencyKey}
      >
        <FormErrors form={form} labels={LABELS} />
        <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={LABELS} />
        <TextAreaField
          field={fields.words}
          label="About the stall"
          hint="Who you are, and where what you sell comes from."
          rows={5}
          optional
        />
        <Fields>
          <TextField
            field={fields.place}
            label="Place"
            hint="Where people find you: a market, a gate, a street."
            optional
            enterKeyHint="next"
          />
          <TextAreaField field={fields.opening} label="Opening hours" hint="A line for each day." rows={3} optional />
        </Fields>
        <FileField
          field={fields.intendedFile}
          label="Banner"
          optional
          accept=".png,.jpg,.jpeg"
          hint="PNG or JPEG, up to 10 MB. A wide picture looks best; it is cut to a low band."
        >
          {banner ? <Thumb image={banner} size={104} alt="As it is now" fit="covering" /> : null}
        </FileField>
        {banner ? <ChoiceField field={fields.removeBanner} label="Take the banner down" required={false} /> : null}
        <fieldset className={stack}>
          <legend>Holiday</legend>
          <p>
            From the first day to the end of the last your products can be seen and not bought. Orders that are paid go
            on.
          </p>
          <Fields>
            <TextField field={fields.holidayFrom} label="First day" type="date" optional enterKeyHint="next" />
            <TextField field={fields.holidayUntil} label="Last day" type="date" optional enterKeyHint="done" />
          </Fields>
        </fieldset>
        <SubmitButton intent="stall">Save the stall</SubmitButton>
      </PostForm>
    </Panel>
  );
}
