import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { read } from "~/api/client";
import { switchOff } from "~/features/second-factor/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";

export const meta = titled("Switch the second factor off");

const HERE = "/security/switch_off";

export async function loader(args: LoaderFunctionArgs) {
  const { session, user } = await signedIn(args, HERE);
  if (user.secondFactor !== "on") throw await session.redirect("/security");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  await signedIn(args, HERE);
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: switchOff, hide: ["password", "code"] }, async (value, session) => {
    const { message } = await read(session.api().user["second-factor"].$delete({ json: value }));
    return session.redirect("/security", { notice: message });
  });
}

export default function SwitchOff() {
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: "switch-off",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Switch the second factor off"
      intro="From then on your password alone lets in. For another phone: switch off here, then set up there."
    >
      <PostForm form={form}>
        <FormErrors form={form} labels={{ code: "Code" }} />
        <PasswordField field={fields.password} label="Password" autoComplete="current-password" enterKeyHint="next" />
        <TextField
          field={fields.code}
          label="Code"
          hint="Of your app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          optional={false}
        />
        <SubmitButton wide variant="danger">
          Switch off
        </SubmitButton>
      </PostForm>
      <ul>
        <li>
          <Link to="/security">Leave it on</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
