import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { newPasswordForm } from "~/features/accounts/schema";
import { text } from "~/features/fields";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "../account-panel";

export const meta = titled("Choose a password");

const tokenIn = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("token") ?? "";

/** The person that the link is for. Opening it does not use it up, because mail programs open links by themselves. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  try {
    const { data } = await read(session.api().user.invitation.verify.$post({ json: { token: tokenIn(args) } }));
    return { invited: data, key: formKey(), dead: "" };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return { invited: null, key: "", dead: failure.message };
  }
}

const names = z.object({ firstName: text("First Name", 80), lastName: text("Last Name", 80) });

export async function action(args: ActionFunctionArgs) {
  return answerForm(
    args,
    await postedForm(args.request),
    { schema: z.intersection(names, newPasswordForm), hide: ["password", "confirmPassword"] },
    async ({ firstName, lastName, password }, session, key) => {
      const { message } = await read(
        session.api(key).user.invitation.$post({ json: { token: tokenIn(args), firstName, lastName, password } }),
      );
      return session.redirect("/login/customer", { notice: message });
    },
  );
}

interface Fields {
  firstName: string;
  lastName: string;
  password: string;
  confirmPassword: string;
}

export default function OperatorInvitation() {
  const { invited, key, dead } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<Fields>({
    id: "invitation",
    defaultValue: invited ? { firstName: invited.firstName, lastName: invited.lastName } : {},
    lastResult: refusal?.lastResult,
  });
  if (!invited) {
    return (
      <AccountPanel title="This link is no longer good" intro={dead}>
        <ButtonLink to="/login" wide>
          Login
        </ButtonLink>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="Choose a password" intro={`For ${invited.email}, at least 8 characters.`}>
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} labels={{ confirmPassword: "Confirm password" }} />
        <TextField
          field={fields.firstName}
          label="First name"
          autoComplete="given-name"
          enterKeyHint="next"
          optional={false}
        />
        <TextField
          field={fields.lastName}
          label="Last name"
          autoComplete="family-name"
          enterKeyHint="next"
          optional={false}
        />
        <PasswordField field={fields.password} label="New password" autoComplete="new-password" />
        <PasswordField
          field={fields.confirmPassword}
          label="Confirm password"
          autoComplete="new-password"
          enterKeyHint="go"
          repeats={fields.password}
        />
        <SubmitButton wide>Save password</SubmitButton>
      </PostForm>
    </AccountPanel>
  );
}
