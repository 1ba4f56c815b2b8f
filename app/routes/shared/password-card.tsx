import { useForm } from "@conform-to/react";
import { Link } from "~/ui/link/link";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Fields } from "~/ui/field/field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { PasswordField } from "~/ui/password-field/password-field";

interface PasswordCardProps {
  refusal: Refused | undefined;
  idempotencyKey: string;
}

interface Passwords {
  oldPassword: string;
  newPassword: string;
  confirmNewPassword: string;
}

export function PasswordCard({ refusal, idempotencyKey }: PasswordCardProps) {
  const [form, fields] = useForm<Passwords>({
    id: "change-password",
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Change Password" id="password" stacked>
      <PostForm form={form} action="#password" className={stack} idempotencyKey={idempotencyKey}>
        <FormErrors form={form} labels={{ confirmNewPassword: "Confirm new password" }} />
        <Fields>
          <PasswordField field={fields.oldPassword} label="Old password" autoComplete="current-password" full />
          <PasswordField
            field={fields.newPassword}
            label="New password"
            autoComplete="new-password"
            hint="At least 8 characters."
            isRepeated
          />
          <PasswordField
            field={fields.confirmNewPassword}
            label="Confirm new password"
            autoComplete="new-password"
            enterKeyHint="done"
            hint="The same once more."
            repeats={fields.newPassword}
          />
        </Fields>
        <SubmitButton intent="password">Change Password</SubmitButton>
      </PostForm>
      <p>
        <Link to="/sessions">Where you are signed in</Link>
      </p>
      <p>
        <Link to="/security">Security of your account</Link>
      </p>
    </Panel>
  );
}
