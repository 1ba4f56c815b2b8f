import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { reportForm } from "~/features/reviews/schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { orNotFound } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Report a review");

export function loader({ params }: LoaderFunctionArgs) {
  return { productId: params["productId"] ?? "", key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const param = { id: args.params["reviewId"] ?? "" };
  return answerForm(args, await postedForm(args.request), { schema: reportForm }, async (json, session, key) => {
    const { message } = await orNotFound(read(session.api(key).reviews[":id"].reports.$post({ param, json })));
    return session.redirect(`/products/${args.params["productId"]}/reviews`, { notice: message });
  });
}

export default function ReportReview() {
  const { key } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ reason: string }>({ id: "report", lastResult: useAnswer<Refused>()?.lastResult });
  return (
    <NarrowPage title="Report a review" text="Our team reads it and decides. It is not told who reported it.">
      <PostForm form={form} idempotencyKey={key} className={stack}>
        <FormErrors form={form} />
        <TextAreaField field={fields.reason} label="What is wrong with it?" rows={4} optional={false} />
        <SubmitButton>Report</SubmitButton>
      </PostForm>
    </NarrowPage>
  );
}
