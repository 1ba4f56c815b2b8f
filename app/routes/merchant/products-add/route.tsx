import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { titled } from "~/routes/shared/titles";
import { formKey } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { ownCategories } from "../products-editor/categories.server";
import { Editor } from "../products-editor/editor";
import { saveEditor, type Returned } from "../products-editor/save.server";
import { sendOrKeep } from "../products-editor/send";

export const meta = titled("Add Product");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const user = await session.require("merchant");
  return { categories: await ownCategories(session, user), key: formKey(), owner: user._id };
}

export const action = (asked: ActionFunctionArgs) => saveEditor(asked);

export const clientAction = (asked: ClientActionFunctionArgs) => sendOrKeep<Returned>(asked);

export default function AddProduct() {
  const { categories, key, owner } = useLoaderData<typeof loader>();
  const returned = useActionData<typeof clientAction>();
  return <Editor categories={categories} returned={returned} idempotencyKey={key} owner={owner} />;
}

export { unlessLineIsDown as shouldRevalidate } from "~/routes/shared/revalidation";
