import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { formKey } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { Notice } from "~/ui/notice/notice";
import { useAnswer } from "~/ui/form/use-answer";
import { TakenOffNotice } from "../taken-off-notice";
import { ownCategories } from "../products-editor/categories.server";
import { Editor } from "../products-editor/editor";
import { saveEditor, type Returned } from "../products-editor/save.server";

export const meta = titled("Edit Product");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const user = await session.require("merchant");
  const call = session.api().product["manage-product"][":id"].$get({ param: { id: asked.params["productId"] ?? "" } });
  const [{ data: product }, categories] = await Promise.all([
    guarded(session, () => orNotFound(read(call))),
    ownCategories(session, user),
  ]);
  return { product, categories, key: formKey() };
}

export const action = (asked: ActionFunctionArgs) => saveEditor(asked, asked.params["productId"] ?? "");

export default function EditProduct() {
  const { product, categories, key } = useLoaderData<typeof loader>();
  const returned = useAnswer<Returned>();
  return (
    <>
      {product.takenOff ? <TakenOffNotice takenOff={product.takenOff} /> : null}
      {product.sentBackReason ? <Notice still type="danger" message={`Sent back: ${product.sentBackReason}`} /> : null}
      <Editor key={product._id} product={product} categories={categories} returned={returned} idempotencyKey={key} />
    </>
  );
}
