import { useForm } from "@conform-to/react";
import type { User } from "~/features/accounts/schema";
import { DIGITS, FreeField } from "~/routes/shared/billing/free-field";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Avatar } from "~/ui/avatar/avatar";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FileField } from "~/ui/file-field/file-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { fullName } from "~/features/accounts/plain-schema";
import * as styles from "./styles.css";

interface ProfileCardProps {
  profile: Pick<User, "firstName" | "lastName" | "telephone" | "image">;
  /** Version and digests of the profile when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

interface Fields {
  firstName: string;
  lastName: string;
  telephone: string;
  intendedFile: File;
}

export function ProfileCard({ profile, opened, refusal, idempotencyKey }: ProfileCardProps) {
  const { firstName, lastName, telephone, image } = profile;
  const [form, fields] = useForm<Fields>({
    id: "profile",
    defaultValue: { firstName, lastName, telephone },
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Account Settings" id="account" stacked>
      <PostForm
        form={form}
        action="#account"
        encType="multipart/form-data"
        className={stack}
        idempotencyKey={idempotencyKey}
      >
        <FormErrors form={form} labels={{ telephone: "Phone", intendedFile: "Picture" }} />
        <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={{ telephone: "Phone" }} />
        <Fields>
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" enterKeyHint="next" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" enterKeyHint="next" />
          <FreeField
            field={fields.telephone}
            label="Phone"
            optional
            full
            {...DIGITS}
            type="tel"
            autoComplete="tel"
            enterKeyHint="done"
          />
        </Fields>
        <FileField
          field={fields.intendedFile}
          label="Picture"
          optional
          accept=".png,.jpg,.jpeg"
          hint="PNG or JPEG, up to 10 MB."
        >
          <div className={styles.picture}>
            <Avatar name={fullName(profile)} image={image} size="large" />
          </div>
        </FileField>
        <SubmitButton intent="profile">Save Changes</SubmitButton>
      </PostForm>
    </Panel>
  );
}
