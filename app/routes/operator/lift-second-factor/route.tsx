import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { lift } from "~/features/second-factor/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { BackLink } from "../back-link";

export const meta = titled("Second factor");

const USERS = "/operator/users";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().operator.users[":id"].$get({ param: { id: args.params["userId"] ?? "" } }))),
  );
  const { email, secondFactor } = data;
  return { name: `${data.firstName} ${data.lastName}`.trim() || email, email, secondFactor, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: lift }, async (json, session, key) => {
    const param = { id: args.params["userId"] ?? "" };
    const { message } = await read(session.api(key).operator.users[":id"]["lift-second-factor"].$post({ param, json }));
    return session.redirect(USERS, { notice: message });
  });
}

export default function LiftSecondFactor() {
  const { name, email, secondFactor, key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const [form, fields] = useForm<{ reason: string }>({
    id: "lift",
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <BackLink to={USERS} />
      <h1>Second factor of {name}</h1>
      <Panel stacked>
        {secondFactor ? (
          <>
            <p>
              For somebody who has lost the app and the recovery codes. Be sure that it is them who asks, and not
              somebody who has read their mail: from then on the password of {email} alone lets in.
            </p>
            <PostForm form={form} idempotencyKey={key} className={stack}>
              <FormErrors form={form} />
              <TextAreaField
                field={fields.reason}
                label="Reason"
                hint="The person reads it in a mail; it stands in the audit log."
                optional={false}
              />
              <SubmitButton variant="danger">Lift the second factor</SubmitButton>
            </PostForm>
          </>
        ) : (
          <p>There is none: the password alone lets in.</p>
        )}
      </Panel>
    </>
  );
}
