import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readVersion } from "~/api/client";
import { allergensOf } from "~/features/food-information/words";
import { titled } from "~/routes/shared/titles";
import { openedWith } from "~/session/merged-form.server";
import { formKey } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { Notice } from "~/ui/notice/notice";
import { useAnswer } from "~/ui/form/use-answer";
import { TakenOffNotice } from "../taken-off-notice";
import { ownCategories } from "../products-editor/categories.server";
import { EditorForm } from "../products-editor/editor-form";
import { recordValuesOf } from "../products-editor/fields-of";
import { saveEditor, type Returned } from "../products-editor/save.server";

export const meta = titled("Edit Product");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("merchant");
  const call = session.api().product["manage-product"][":id"].$get({ param: { id: args.params["productId"] ?? "" } });
  const [{ body, version }, categories] = await Promise.all([
    guarded(session, () => orNotFound(readVersion(call))),
    ownCategories(session, user),
  ]);
  return {
    product: body.data,
    opened: openedWith(version, recordValuesOf(body.data)),
    categories,
    allergens: allergensOf(session.config.units),
    key: formKey(),
  };
}

export const action = (args: ActionFunctionArgs) => saveEditor(args, args.params["productId"] ?? "");

export default function EditProduct() {
  const { product, opened, categories, allergens, key } = useLoaderData<typeof loader>();
  const answer = useAnswer<Returned>();
  return (
    <>
      {product.takenOff ? <TakenOffNotice takenOff={product.takenOff} /> : null}
      {product.sentBackReason ? <Notice still type="danger" message={`Sent back: ${product.sentBackReason}`} /> : null}
      <EditorForm
        product={product}
        opened={opened}
        categories={categories}
        allergens={allergens}
        returned={answer}
        idempotencyKey={key}
      />
    </>
  );
}
