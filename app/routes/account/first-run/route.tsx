import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { inviteFirst } from "~/features/accounts/operator-schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { AccountPanel } from "../account-panel";

export const meta = titled("Welcome");

const tokenIn = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("token") ?? "";

/** Checks whether the link that the service printed is still valid. Opening the link does not use it up. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  try {
    const { data } = await read(session.api().user["first-operator"].verify.$post({ json: { token: tokenIn(args) } }));
    return { market: data.name, key: formKey(), dead: "" };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
    return { market: "", key: "", dead: failure.message };
  }
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(
    args,
    await postedForm(args.request),
    { schema: inviteFirst.pick({ email: true }) },
    async ({ email }, session, key) => {
      const { data } = await read(
        session.api(key).user["first-operator"].$post({ json: { token: tokenIn(args), email } }),
      );
      return session.redirect(`/operator_invitation?token=${encodeURIComponent(data.token)}`);
    },
  );
}

export default function FirstRun() {
  const { market, key, dead } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ email: string }>({ id: "first-run", lastResult: refusal?.lastResult });
  if (dead) {
    return (
      <AccountPanel title="This link is no longer good" intro={dead}>
        <ButtonLink to="/login" wide>
          Login
        </ButtonLink>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title={`Welcome to ${market}`}
      intro="Nobody runs this market yet. The address that you enter is the first operator's; name and password come next."
    >
      <PostForm form={form} idempotencyKey={key}>
        <FormErrors form={form} />
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="go"
          optional={false}
        />
        <SubmitButton wide>Become the first operator</SubmitButton>
      </PostForm>
    </AccountPanel>
  );
}
