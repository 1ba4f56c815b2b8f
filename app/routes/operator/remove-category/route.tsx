import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { categoryPage } from "../category.server";

export const meta = titled("Remove category");

const PATH = "/operator/categories";

export const loader = categoryPage;

export async function action(args: ActionFunctionArgs) {
  const key = (await postedForm(args.request)).get("_key");
  return act(args, { to: PATH }, (session) =>
    read(session.api(key).operator.categories[":id"].$delete({ param: { id: args.params["categoryId"] ?? "" } })),
  );
}

export default function RemoveCategory() {
  const { category, key } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Remove {category.title}?</h1>
      <Panel stacked>
        <p>It goes from the shop's lists at once. You can make it anew at any time.</p>
        <PostForm idempotencyKey={key} className={row}>
          <SubmitButton variant="danger">Remove</SubmitButton>
          <ButtonLink variant="quiet" to={`${PATH}/${category._id}`}>
            Keep it
          </ButtonLink>
        </PostForm>
      </Panel>
    </>
  );
}
