import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { reportForm } from "~/features/moderation/schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Report");

/* Reports a product, or a question with its answer on the product's page. The address says which. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { id: args.params["productId"] ?? "" };
  const { data: product } = await orNotFound(read(session.api().product.general[":id"].$get({ param, query: {} })));
  return { title: product.title, isQuestion: args.params["questionId"] !== undefined, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const { productId = "", questionId } = args.params;
  return answerForm(args, await postedForm(args.request), { schema: reportForm }, async (json, session, key) => {
    const calls = session.api(key);
    const { message } = await orNotFound(
      questionId === undefined
        ? read(calls.product.general[":id"].reports.$post({ param: { id: productId }, json }))
        : read(calls["product-questions"][":id"].reports.$post({ param: { id: questionId }, json })),
    );
    return session.redirect(`/products/${productId}`, { notice: message });
  });
}

export default function ReportPage() {
  const { title, isQuestion, key } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ reason: string }>({ id: "report", lastResult: useAnswer<Refused>()?.lastResult });
  return (
    <NarrowPage
      title={isQuestion ? `Report a question about ${title}` : `Report ${title}`}
      text="Our team reads it and decides. It is not told who reported it."
    >
      <PostForm form={form} idempotencyKey={key} className={stack}>
        <FormErrors form={form} />
        <TextAreaField field={fields.reason} label="What is wrong with it?" rows={4} optional={false} />
        <SubmitButton>Report</SubmitButton>
      </PostForm>
    </NarrowPage>
  );
}
