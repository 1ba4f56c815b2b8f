import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { takeOff } from "~/features/product-review/operator-schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { ButtonLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";
import { ProductFacts } from "./facts";

export const meta = titled("Product");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["productId"] ?? "" };
  const { data: product } = await guarded(session, () =>
    orNotFound(read(session.api().operator.products[":id"].$get({ param }))),
  );
  return {
    product,
    since: momentOf(session, product.createdAt),
    takenOff: product.takenOff && momentOf(session, product.takenOff.at),
    deleted: product.deletedAt && momentOf(session, product.deletedAt),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["productId"] ?? "" };
  const to = `/operator/products/${param.id}`;
  if (form.get("intent") === "put-back") {
    return act(args, { to }, (session) =>
      read(session.api(form.get("_key")).operator.products[":id"]["put-back"].$post({ param })),
    );
  }
  return answerForm(args, form, { schema: takeOff }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator.products[":id"]["take-off"].$post({ param, json }));
    return session.redirect(to, { notice: message });
  });
}

export default function Product() {
  const { product, since, takenOff, deleted, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ reason: string }>({
    id: "take-off",
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <BackLink to="/operator/products" />
      <h1 className={styles.breaking}>{product.title}</h1>
      <ProductFacts product={product} since={since} deleted={deleted} />
      {product.takenOff ? (
        <Panel title="Taken off sale" stacked>
          <p>
            Since <time dateTime={product.takenOff.at}>{takenOff}</time>. The reason, as the merchant reads it:
          </p>
          <p className={styles.written}>{product.takenOff.reason}</p>
          <PostForm idempotencyKey={`${key}-back`}>
            <SubmitButton intent="put-back" variant="quiet">
              Put back on sale
            </SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
      {product.takenOff ? (
        <Panel title="Recall" stacked>
          <p>See who bought it, write to all of them, and give all of them their money back.</p>
          <ButtonLink to={`/operator/products/${product._id}/recall`}>Recall</ButtonLink>
        </Panel>
      ) : (
        <Panel title="Take off sale" stacked>
          <p>
            Nobody can buy it from that moment on; open payment pages refuse it too. Its merchant can change it, but
            only an operator puts it back. Orders that are paid go on, until you recall them.
          </p>
          <PostForm form={form} idempotencyKey={key} className={stack}>
            <FormErrors form={form} />
            <TextAreaField
              field={fields.reason}
              label="Reason"
              hint="The merchant reads it in a mail and beside the product."
              rows={3}
              optional={false}
            />
            <SubmitButton intent="take-off" variant="danger">
              Take off sale
            </SubmitButton>
          </PostForm>
        </Panel>
      )}
      {product.waits ? (
        <p>
          <Link to={`/operator/review/${product._id}`}>It waits for review</Link>
        </p>
      ) : null}
    </>
  );
}
