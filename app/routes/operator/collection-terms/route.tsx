import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read, readVersion } from "~/api/client";
import { collectionTerms, type CollectionTerms } from "~/features/collection-payments/schema";
import type { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { amountField } from "~/routes/shared/typed-amount";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith, type FormValues } from "~/session/merged-form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";

export const meta = titled("Pay when you collect");

const PATH = "/operator/pay_on_collection";
const LABELS = {
  allowed: "Stalls can offer it",
  mostOrders: "Unpaid orders of a buyer",
  mostMoney: "Dollars that these may come to",
  mostMissed: "Orders not collected until a buyer pays by card",
};

const termsForm = collectionTerms.extend({ mostMoney: amountField(collectionTerms.shape.mostMoney) });

/** The terms as values of their form. */
const valuesOf = ({ allowed, mostOrders, mostMoney, mostMissed }: CollectionTerms): FormValues => ({
  allowed,
  mostOrders: String(mostOrders),
  mostMoney: String(mostMoney),
  mostMissed: String(mostMissed),
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { body, version } = await guarded(session, () =>
    readVersion(session.api().operator["collection-terms"].$get()),
  );
  return { terms: body.data, opened: openedWith(version, valuesOf(body.data)), key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: termsForm, record: { valuesOf } }, async (json, session, key, version) => {
    await read(session.api(key, version).operator["collection-terms"].$put({ json }));
    return session.redirect(PATH, { notice: "The terms are saved. Orders that are placed stay as they are." });
  });
}

export default function PayOnCollection() {
  const { terms, opened, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<z.input<typeof termsForm>>({
    id: "collection-terms",
    defaultValue: { ...terms, mostMoney: String(terms.mostMoney), allowed: terms.allowed ? "on" : undefined },
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <h1>Pay when you collect</h1>
      <PostForm form={form} idempotencyKey={key} className={stack}>
        <FormErrors form={form} labels={LABELS} />
        <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={LABELS} />
        <Panel title="Terms" stacked>
          <p>
            A stall that offers it takes the money as it hands over. Its sale counts from then on, and the fee for it is
            owed. What is not collected in its time is called off.
          </p>
          <ChoiceField field={fields.allowed} label={LABELS.allowed} required={false} />
          <Fields>
            <TextField field={fields.mostOrders} label={LABELS.mostOrders} inputMode="numeric" />
            <TextField field={fields.mostMoney} label={LABELS.mostMoney} inputMode="decimal" />
            <TextField field={fields.mostMissed} label={LABELS.mostMissed} inputMode="numeric" />
          </Fields>
        </Panel>
        <div>
          <SubmitButton>Save</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}
