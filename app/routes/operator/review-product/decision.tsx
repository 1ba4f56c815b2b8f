import { useForm } from "@conform-to/react";
import { refusedBy } from "~/routes/shared/refused-by";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "../operator.css";

interface DecisionProps {
  version: string;
  keys: { publish: string; sendBack: string };
  refused: Refused | undefined;
  change: boolean;
}

/** Publish, or send back with a reason: two forms, so that publishing never asks for a reason. */
export function Decision({ version, keys, refused, change }: DecisionProps) {
  const [publish] = useForm<{ version: string }>({
    id: "publish",
    lastResult: refusedBy(refused, "publish")?.lastResult,
    defaultNoValidate: false,
  });
  const [back, fields] = useForm<{ reason: string; version: string }>({
    id: "send-back",
    lastResult: refusedBy(refused, "send-back")?.lastResult,
    defaultNoValidate: false,
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
          <SubmitButton intent="publish">Publish</SubmitButton>
          <input type="hidden" name="version" value={version} />
        </PostForm>
      </Panel>
      <Panel title="Send back" stacked>
        <PostForm form={back} idempotencyKey={keys.sendBack} className={stack}>
          <FormErrors form={back} />
          <TextAreaField
            field={fields.reason}
            label="Reason"
            hint="The merchant reads it in a mail and beside the product."
            rows={4}
          />
          <SubmitButton intent="send-back" variant="quiet">
            Send back
          </SubmitButton>
          <input type="hidden" name="version" value={version} />
        </PostForm>
      </Panel>
    </div>
  );
}
