import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { id } from "~/features/fields";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { SelectField } from "~/ui/field/select-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BackLink } from "../back-link";
import { contentInWords } from "../category-content";
import { categoryPage } from "../category.server";

export const meta = titled("Merge category");

const PATH = "/operator/categories";
const mergeForm = z.object({
  into: id.or(z.undefined()).transform((category, context) => {
    if (category !== undefined) return category;
    context.addIssue({ code: "custom", message: "Choose the category that everything goes to." });
    return z.NEVER;
  }),
  products: z.coerce.number().int().optional(),
});

export async function loader(args: LoaderFunctionArgs) {
  const page = await categoryPage(args);
  const session = await sessionOf(args);
  const { data } = await guarded(session, () => read(session.api().operator.categories.$get()));
  const otherCategories = data.docs.filter(({ _id }) => _id !== page.category._id);
  return { ...page, others: otherCategories.map(({ _id, title }) => ({ value: _id, label: title })) };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: mergeForm }, async (json, session, key) => {
    const param = { id: args.params["categoryId"] ?? "" };
    const { message } = await read(session.api(key).operator.categories[":id"].merge.$post({ param, json }));
    return session.redirect(PATH, { notice: message });
  });
}

export default function MergeCategory() {
  const { category, others, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ into: string }>({ id: "merge", lastResult: refusal?.lastResult });
  const content = contentInWords(category);
  return (
    <>
      <BackLink to={`${PATH}/${category._id}`} />
      <h1>Merge {category.title}</h1>
      <Panel stacked>
        <p>
          {content ? `${content}, deleted products too, go to the category that you choose. ` : "Nothing is in it. "}
          {category.title} is gone then, and its addresses lead to the other one. This cannot be undone.
        </p>
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} labels={{ into: "Into" }} />
          <input type="hidden" name="products" value={category.products} />
          <SelectField
            field={fields.into}
            label="Into"
            placeholder="Choose a category"
            options={others}
            optional={false}
          />
          <div className={row}>
            <SubmitButton variant="danger">Merge</SubmitButton>
            <ButtonLink variant="quiet" to={`${PATH}/${category._id}`}>
              Keep it
            </ButtonLink>
          </div>
        </PostForm>
      </Panel>
    </>
  );
}
