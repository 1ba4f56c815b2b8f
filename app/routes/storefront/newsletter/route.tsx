import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { read } from "~/api/client";
import { subscription } from "~/features/newsletter/schema";
import { titled } from "~/routes/shared/titles";
import { localPath } from "~/session/areas";
import { derivedKey } from "~/session/derived-key.server";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { NarrowPage } from "~/routes/shared/narrow-page";

export const meta = titled("Newsletter");

/** The box at the foot of every page posts here and returns to its page. A refused form is corrected on this page. */
export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const returnTo = form.get("returnTo");
  return answerForm(args, form, { schema: subscription }, async (subscriber, session, key) => {
    const { message } = await read(session.api(key ?? keyOf(subscriber.email)).newsletter.$post({ json: subscriber }));
    return session.redirect((typeof returnTo === "string" && localPath(returnTo)) || "/", { notice: message });
  });
}

const TEN_MINUTES = 600_000;

/** The box is on pages for everybody, which hold no key. Within ten minutes, a second press has the same key. */
function keyOf(email: string): string {
  const soon = Math.floor(Date.now() / TEN_MINUTES);
  return derivedKey("newsletter", String(soon), email);
}

export default function Newsletter() {
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ email: string }>({
    id: "subscription",
    lastResult: refusal?.lastResult,
  });
  const returnTo = refusal?.lastResult.initialValue?.returnTo;
  return (
    <NarrowPage
      title="What’s in season, once a week"
      text="The week’s harvest and the best prices. We mail you a link to confirm first, and every letter has one to stop."
    >
      <PostForm form={form} action="/newsletter" className={stack}>
        <FormErrors form={form} />
        {typeof returnTo === "string" ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
        />
        <SubmitButton wide>Subscribe</SubmitButton>
      </PostForm>
    </NarrowPage>
  );
}
