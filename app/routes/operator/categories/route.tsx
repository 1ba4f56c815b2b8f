import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { categoryFields } from "~/features/catalogue/operator-schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, type Refused } from "~/session/form.server";
import { pictureIn, withPicture } from "~/session/posted-picture.server";
import { guarded, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { RoundButton } from "~/ui/button/round-button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { act } from "../act.server";
import { CategoryFields, type CategoryForm } from "../category-fields";
import { categoryFormOf } from "../category.server";
import * as styles from "./styles.css";

export const meta = titled("Categories");

const PATH = "/operator/categories";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data } = await guarded(session, () => read(session.api().operator.categories.$get()));
  return { categories: data.docs, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  return withPicture(session, args.request, (form) => save(args, form));
}

async function save(args: ActionFunctionArgs, form: FormData) {
  if (form.get("intent") === "create") {
    // A refused form cannot send a file back.
    return answerForm(args, form, { schema: categoryFields, hide: ["intendedFile"] }, async (fields, session, key) => {
      await read(
        session.api(key).operator.categories.$post({ form: { ...categoryFormOf(fields), ...pictureIn(form) } }),
      );
      return session.redirect(PATH, { notice: `${fields.title} is the last category now.` });
    });
  }
  const direction = form.get("intent") === "up" ? "up" : "down";
  return act(args, { to: PATH }, (session) =>
    read(
      session
        .api(form.get("_key"))
        .operator.categories[":id"].move.$post({ param: { id: String(form.get("category")) }, json: { direction } }),
    ),
  );
}

export default function Categories() {
  const { categories, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<CategoryForm>({
    id: "new-category",
    defaultValue: { tint: "leafy", kind: "general" },
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <h1>Categories</h1>
      <Panel title="In the shop's order">
        {categories.length > 0 ? (
          <Table
            caption="Categories in their order"
            layout="thirds"
            head={[
              "Category",
              { title: "Products", end: true },
              { title: "Stalls", end: true },
              { title: "Order", hidden: true },
            ]}
          >
            {categories.map(({ _id, title, image, tint, products, stores }, place) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Goods title={title} to={`${PATH}/${_id}`} image={image} tint={tint} size={44} />
                </Cell>
                <Cell label="Products" end num>
                  {products}
                </Cell>
                <Cell label="Stalls" end num>
                  {stores}
                </Cell>
                <Cell end>
                  <PostForm idempotencyKey={`${key}-${_id}`} className={styles.moves}>
                    <input type="hidden" name="category" value={_id} />
                    <RoundButton name="intent" value="up" label={`Move ${title} up`} disabled={place === 0}>
                      <Icon of={ArrowUp} />
                    </RoundButton>
                    <RoundButton
                      name="intent"
                      value="down"
                      label={`Move ${title} down`}
                      disabled={place === categories.length - 1}
                    >
                      <Icon of={ArrowDown} />
                    </RoundButton>
                  </PostForm>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState title="No categories yet" text="The first one you make is where merchants put their products." />
        )}
      </Panel>
      <Panel title="New category" stacked>
        <PostForm
          key={categories.length}
          form={form}
          encType="multipart/form-data"
          idempotencyKey={key}
          className={stack}
        >
          <FormErrors form={form} labels={{ intendedFile: "Picture" }} />
          <CategoryFields fields={fields} />
          <SubmitButton intent="create">Add category</SubmitButton>
        </PostForm>
      </Panel>
    </>
  );
}
