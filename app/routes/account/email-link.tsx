import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { Refused } from "~/session/form.server";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { AccountPanel } from "./account-panel";

/** The page behind a mailed link about an address. Opening it does nothing until its button is pressed. */
export function EmailLink({ title, intro, button }: { title: string; intro: string; button: string }) {
  const refusal = useActionData<Refused>();
  const [form] = useForm({ id: "email-link", lastResult: refusal?.lastResult });
  return (
    <AccountPanel title={title} intro={intro}>
      <PostForm form={form}>
        <FormErrors form={form} />
        <SubmitButton wide>{button}</SubmitButton>
      </PostForm>
    </AccountPanel>
  );
}
