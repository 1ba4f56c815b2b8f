import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { countInWords } from "~/features/pagination";
import { suspend } from "~/features/stores/merchants-schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { BackLink } from "../back-link";
import { act } from "../act.server";
import * as styles from "../operator.css";
import { STORE_STATUS } from "../statuses";
import { momentOf } from "../times.server";
import { Money } from "./money";

export const meta = titled("Merchant");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data: merchant } = await guarded(session, () =>
    orNotFound(read(session.api().operator.merchants[":id"].$get({ param: { id: args.params["merchantId"] ?? "" } }))),
  );
  const since = momentOf(session, merchant.createdAt);
  return { merchant, products: countInWords(merchant.products), since, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["merchantId"] ?? "" };
  const to = `/operator/merchants/${param.id}`;
  if (form.get("intent") === "suspend") {
    return answerForm(args, form, { schema: suspend }, async (json, session, key) => {
      const { message } = await read(session.api(key).operator.merchants[":id"].suspend.$post({ param, json }));
      return session.redirect(to, { notice: message });
    });
  }
  return act(args, { to }, (session) => {
    const calls = session.api(form.get("_key")).operator.merchants[":id"];
    return form.get("intent") === "approve"
      ? read(calls.approve.$post({ param }))
      : read(calls.reinstate.$post({ param }));
  });
}

export default function Merchant() {
  const { merchant, products, since, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ reason: string }>({
    id: "suspend",
    lastResult: refusal?.lastResult,
  });
  const { storeName, status } = merchant;
  return (
    <>
      <BackLink to="/operator/merchants" />
      <h1>{storeName || merchant.email}</h1>
      <Panel title="Stall" action={<Pill tone={STORE_STATUS[status].tone}>{STORE_STATUS[status].label}</Pill>} stacked>
        <dl className={styles.terms}>
          <dt>Merchant</dt>
          <dd>
            {merchant.firstName} {merchant.lastName}
          </dd>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${merchant.email}`}>{merchant.email}</a>
          </dd>
          {merchant.telephone ? (
            <>
              <dt>Phone</dt>
              <dd>{merchant.telephone}</dd>
            </>
          ) : null}
          {merchant.businessAddress ? (
            <>
              <dt>Address</dt>
              <dd>{merchant.businessAddress}</dd>
            </>
          ) : null}
          <dt>Categories</dt>
          <dd>{merchant.categories.join(", ") || "–"}</dd>
          <dt>On sale</dt>
          <dd>
            {products} {merchant.products === 1 ? "product" : "products"}
          </dd>
          <dt>Since</dt>
          <dd>
            <time dateTime={merchant.createdAt}>{since}</time>
          </dd>
        </dl>
      </Panel>
      <Money balance={merchant.balance} account={merchant.payoutAccount} />
      {status === "waiting" ? (
        <Panel title="Let in" stacked>
          <p>The merchant may sell from then on, and is told by mail.</p>
          <PostForm idempotencyKey={key}>
            <SubmitButton intent="approve">Approve</SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
      {status === "suspended" ? (
        <Panel title="Reinstate" stacked>
          <p>Everything that is published is on sale again at once, and the merchant is told by mail.</p>
          <PostForm idempotencyKey={key}>
            <SubmitButton intent="reinstate">Reinstate</SubmitButton>
          </PostForm>
        </Panel>
      ) : (
        <Panel title="Suspend" stacked>
          <p>
            Every product goes off sale at once. Orders that are paid go on, so the merchant can still sign in and send
            them.
          </p>
          <PostForm form={form} idempotencyKey={`${key}-suspend`} className={stack}>
            <FormErrors form={form} />
            <TextAreaField
              field={fields.reason}
              label="Reason"
              hint="The merchant reads it in a mail."
              rows={3}
              optional={false}
            />
            <SubmitButton intent="suspend" variant="danger">
              Suspend
            </SubmitButton>
          </PostForm>
        </Panel>
      )}
    </>
  );
}
