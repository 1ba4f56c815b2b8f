import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { categoryFields } from "~/features/catalogue/operator-schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, type Refused } from "~/session/form.server";
import { pictureIn, withPicture } from "~/session/posted-picture.server";
import { sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BackLink } from "../back-link";
import { CategoryFields, DEMANDS, KINDS, TINTS, type CategoryForm } from "../category-fields";
import { categoryFormOf, categoryPage, categoryValues } from "../category.server";
import { contentInWords } from "../category-content";

export const meta = titled("Category");

export const loader = categoryPage;

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  return withPicture(session, args.request, (form) =>
    answerForm(
      args,
      form,
      { schema: categoryFields, hide: ["intendedFile"], record: { valuesOf: categoryValues } },
      async (fields, session, key, version) => {
        // The call's type has only the address, because a multipart body has no schema.
        const request = {
          param: { id: args.params["categoryId"] ?? "" },
          form: { ...categoryFormOf(fields), ...pictureIn(form) },
        };
        await read(session.api(key, version).operator.categories[":id"].$put(request));
        return session.redirect("/operator/categories", { notice: `${fields.title} is saved.` });
      },
    ),
  );
}

export default function Category() {
  const { category, opened, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const { title, tint, kind, demands, image } = category;
  const [form, fields] = useForm<CategoryForm>({
    id: "category",
    defaultValue: { title, tint, kind, demands },
    lastResult: refusal?.lastResult,
  });
  const used = contentInWords(category);
  return (
    <>
      <BackLink to="/operator/categories" />
      <h1>{title}</h1>
      <Panel stacked>
        <PostForm form={form} encType="multipart/form-data" idempotencyKey={key} className={stack}>
          <FormErrors form={form} labels={{ intendedFile: "Picture" }} />
          <OpenedWith
            form={form}
            opened={opened}
            conflicts={refusal?.conflicts}
            labels={{ tint: "Ground", kind: "Kind of food", demands: "Must be there" }}
            options={{ tint: TINTS, kind: KINDS, demands: DEMANDS }}
          />
          <CategoryFields fields={fields} image={image} tint={tint} />
          <SubmitButton>Save</SubmitButton>
        </PostForm>
      </Panel>
      <Panel title="Merge" stacked>
        <p>Everything in it goes to another category, and its addresses lead there.</p>
        <div>
          <ButtonLink variant="quiet" to={`/operator/categories/${category._id}/merge`}>
            Merge into another …
          </ButtonLink>
        </div>
      </Panel>
      <Panel title="Remove" stacked>
        {used ? (
          <p>
            It cannot be removed while {used} {used.endsWith("s") ? "are" : "is"} in it. Products that were deleted
            count as well: orders still name them.
          </p>
        ) : (
          <div className={row}>
            <p>Nothing is in it.</p>
            <ButtonLink variant="quiet" to={`/operator/categories/${category._id}/remove`}>
              Remove …
            </ButtonLink>
          </div>
        )}
      </Panel>
    </>
  );
}
