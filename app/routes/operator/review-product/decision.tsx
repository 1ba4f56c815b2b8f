import { useForm } from "@conform-to/react";
import { refusedBy } from "~/routes/shared/refused-by";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Field, Select } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "../operator.css";
import { KEYS } from "./keys";
import { REASONS } from "./reasons";

interface DecisionProps {
  version: string;
  /** The product that comes after this one. Empty if nothing else waits. */
  next: string;
  keys: { publish: string; sendBack: string };
  refusal: Refused | undefined;
  change: boolean;
}

/** Publish, or send back with a reason: two forms, so that publishing never asks for a reason. */
export function Decision({ version, next, keys, refusal, change }: DecisionProps) {
  const [publish] = useForm<{ version: string }>({
    id: "publish",
    lastResult: refusedBy(refusal, "publish")?.lastResult,
  });
  const [back, fields] = useForm<{ template: string; reason: string; version: string }>({
    id: "send-back",
    lastResult: refusedBy(refusal, "send-back")?.lastResult,
  });
  return (
    <div className={styles.halves}>
      <Panel title="Publish" stacked>
        <p>
          {change
            ? "Buyers see the change at once, in the place of what is on sale."
            : "Buyers can find and buy it at once."}
        </p>
        <PostForm form={publish} idempotencyKey={keys.publish} className={stack}>
          <FormErrors form={publish} />
          {/* oxlint-disable-next-line jsx-a11y/no-access-key -- the browser's own, with a key of its choice beside it; said on the page */}
          <SubmitButton intent="publish" accessKey={KEYS.publish}>
            Publish
          </SubmitButton>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="next" value={next} />
        </PostForm>
      </Panel>
      <Panel title="Send back" stacked>
        <PostForm form={back} idempotencyKey={keys.sendBack} className={stack}>
          <FormErrors form={back} />
          <Field id={fields.template.id} label="Reason">
            <Select
              id={fields.template.id}
              name={fields.template.name}
              defaultValue={fields.template.initialValue}
              // oxlint-disable-next-line jsx-a11y/no-access-key -- as above
              accessKey={KEYS.sendBack}
              placeholder="In my own words"
              options={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <TextAreaField
            field={fields.reason}
            label="In your own words"
            hint="The merchant reads both in a mail and beside the product."
            rows={4}
            optional
          />
          <SubmitButton intent="send-back" variant="quiet">
            Send back
          </SubmitButton>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="next" value={next} />
        </PostForm>
      </Panel>
    </div>
  );
}
