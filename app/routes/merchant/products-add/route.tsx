import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allergensOf } from "~/features/food-information/words";
import { titled } from "~/routes/shared/titles";
import { formKey } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { useAnswer } from "~/ui/form/use-answer";
import { ownCategories } from "../products-editor/categories.server";
import { EditorForm } from "../products-editor/editor-form";
import { saveEditor, type Returned } from "../products-editor/save.server";

export const meta = titled("Add Product");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("merchant");
  return {
    categories: await ownCategories(session, user),
    allergens: allergensOf(session.config.units),
    key: formKey(),
  };
}

export const action = (args: ActionFunctionArgs) => saveEditor(args);

export default function AddProduct() {
  const { categories, allergens, key } = useLoaderData<typeof loader>();
  const answer = useAnswer<Returned>();
  return <EditorForm categories={categories} allergens={allergens} returned={answer} idempotencyKey={key} />;
}
