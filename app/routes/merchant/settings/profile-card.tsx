import { useForm } from "@conform-to/react";
import type { User } from "~/features/accounts/schema";
import { DIGITS, FreeField } from "~/routes/shared/billing/free-field";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Avatar } from "~/ui/avatar/avatar";
import { CheckboxGroupField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FileField } from "~/ui/file-field/file-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

export type Profile = Pick<
  User,
  "firstName" | "lastName" | "username" | "telephone" | "storeName" | "businessAddress" | "businessCategory"
>;

const LABELS = { telephone: "Phone", intendedFile: "Picture", businessCategory: "Business categories" };

interface ProfileCardProps {
  profile: Profile;
  image: User["image"];
  categories: { value: string; label: string }[];
  /** Version and digests of the profile when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

export function ProfileCard({ profile, opened, image, categories, refusal, idempotencyKey }: ProfileCardProps) {
  const [form, fields] = useForm<Profile & { intendedFile: File }>({
    id: "profile",
    defaultValue: profile,
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Account Settings" id="account" stacked>
      <PostForm
        form={form}
        action="#account"
        encType="multipart/form-data"
        noValidate
        className={stack}
        idempotencyKey={idempotencyKey}
      >
        <FormErrors form={form} labels={LABELS} />
        <OpenedWith
          form={form}
          opened={opened}
          conflicts={refusal?.conflicts}
          labels={LABELS}
          options={{ businessCategory: categories }}
        />
        <Fields>
          <TextField field={fields.firstName} label="First name" autoComplete="given-name" enterKeyHint="next" />
          <TextField field={fields.lastName} label="Last name" autoComplete="family-name" enterKeyHint="next" />
          <FreeField
            field={fields.username}
            label="Username"
            optional
            autoComplete="username"
            autoCapitalize="none"
            enterKeyHint="next"
          />
          <FreeField
            field={fields.telephone}
            label="Phone"
            optional
            {...DIGITS}
            type="tel"
            autoComplete="tel"
            enterKeyHint="next"
          />
          <FreeField
            field={fields.storeName}
            label="Store name"
            optional
            autoComplete="organization"
            enterKeyHint="next"
          />
          <FreeField
            field={fields.businessAddress}
            label="Business address"
            optional
            autoComplete="street-address"
            enterKeyHint="done"
          />
        </Fields>
        <CheckboxGroupField
          field={fields.businessCategory}
          label="Business categories"
          optional={false}
          hint="Products can be added in these."
          options={categories}
        />
        <FileField
          field={fields.intendedFile}
          label="Picture"
          optional
          accept=".png,.jpg,.jpeg"
          hint="PNG or JPEG, up to 10 MB."
        >
          <div>
            <Avatar name={`${profile.firstName} ${profile.lastName}`} image={image} size="large" />
          </div>
        </FileField>
        <SubmitButton intent="profile">Save Changes</SubmitButton>
      </PostForm>
    </Panel>
  );
}
