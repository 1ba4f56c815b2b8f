import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Goods } from "~/ui/goods/goods";
import { Panel } from "~/ui/panel/panel";

export const meta = titled("Delete product");

const LIST = "/merchant/products";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const call = session.api().product["manage-product"][":id"].$get({ param: { id: args.params["productId"] ?? "" } });
  const { data } = await guarded(session, () => orNotFound(read(call)));
  const { title, image, category, availType } = data;
  return { title, image: image[0], tint: category.tint, published: availType === "published", key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const key = (await postedForm(args.request)).get("_key");
  try {
    await guarded(session, () =>
      read(session.api(key).product["manage-product"].$delete({ query: { product: args.params["productId"] ?? "" } })),
    );
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return session.redirect(LIST, { notice: { type: "danger", message: failure.message } });
  }
  return session.redirect(LIST, { notice: "Product deleted Successfully" });
}

export default function DeleteProduct() {
  const { title, image, tint, published, key } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Delete product</h1>
      <Panel stacked>
        <Goods title={title} image={image} tint={tint} />
        <p>
          {published ? "It leaves the shop and your list at once." : "It leaves your list at once."} Orders that hold it
          stay as they are. This cannot be taken back.
        </p>
        <PostForm idempotencyKey={key} className={stack}>
          <div className={row}>
            <SubmitButton variant="danger">Delete this product</SubmitButton>
            <ButtonLink variant="quiet" to={LIST}>
              Keep it
            </ButtonLink>
          </div>
        </PostForm>
      </Panel>
    </>
  );
}
