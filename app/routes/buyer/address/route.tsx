import { useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read, readVersion } from "~/api/client";
import { addressForm } from "~/features/addresses/schema";
import { z } from "~/features/zod";
import { asTyped } from "~/routes/shared/billing/as-typed.server";
import { BillingFields, billingLabels, regionsIntent } from "~/routes/shared/billing/billing-fields";
import { countryNames, regionsOf } from "~/routes/shared/billing/countries.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { ChoiceField } from "~/ui/field/choice-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import * as styles from "../addresses/styles.css";
import { addressValues, checkedAddress } from "./address-form.server";
import { ADDRESSES, NEW_ADDRESS } from "./where";

export const meta = titled("Address");

const COUNTRY = "address.countryRegion";
const LABELS = { ...billingLabels("address"), isUsual: "The usual one" };
/** Browsers fill in the shipping address that they know. */
const PREFIX = "shipping";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const id = args.params["addressId"] ?? "";
  const answer =
    id === NEW_ADDRESS
      ? null
      : await guarded(session, () =>
          orNotFound(readVersion(session.api().user.addresses[":id"].$get({ param: { id } }))),
        );
  const entry = answer?.body.data ?? null;
  const countryTyped = (await session.exits.kept())?.typed.get(COUNTRY);
  return {
    saved: entry,
    opened: answer && entry ? openedWith(answer.version, addressValues(entry)) : null,
    countries: countryNames(),
    regions: regionsOf(countryTyped ?? entry?.address.countryRegion ?? ""),
    key: formKey(),
    removeKey: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  const id = args.params["addressId"] ?? "";
  const form = await postedForm(args.request);
  const intent = form.get("intent");
  const regions = regionsOf(String(form.get(COUNTRY) ?? ""));
  if (intent === regionsIntent(PREFIX)) return data({ lastResult: asTyped(form), regions });
  if (intent === "remove")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      await orNotFound(read(session.api(key).user.addresses[":id"].$delete({ param: { id } })));
      return session.redirect(ADDRESSES, { notice: "The address is removed. Past orders keep it." });
    });
  const answer = await answerForm(
    args,
    form,
    { schema: checkedAddress, record: { valuesOf: addressValues } },
    async (json, session, key, version) => {
      const calls = session.api(key, version).user.addresses;
      if (id === NEW_ADDRESS) await read(calls.$post({ json }));
      else await orNotFound(read(calls[":id"].$put({ param: { id }, json })));
      return session.redirect(ADDRESSES, { notice: "The address is saved." });
    },
  );
  return answer instanceof Response ? answer : data({ ...answer.data, regions }, answer.init ?? undefined);
}

export default function Address() {
  const { saved, opened, countries, regions, key, removeKey } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused & { regions?: string[] }>();
  const [form, fields] = useForm<z.input<typeof addressForm>>({
    id: "address",
    defaultValue: saved ?? {},
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <MoreLink to={ADDRESSES}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        All addresses
      </MoreLink>
      <h1>{saved ? "Address" : "Add an address"}</h1>
      <Panel as="div">
        <PostForm form={form} idempotencyKey={key} className={stack} enterIntent="save">
          <FormErrors form={form} labels={LABELS} />
          {opened ? <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={LABELS} /> : null}
          <BillingFields
            fields={fields.address.getFieldset()}
            countries={countries}
            regions={refusal?.regions ?? regions}
            prefix={PREFIX}
            required
          />
          {saved?.isUsual ? (
            <input type="hidden" name="isUsual" value="on" />
          ) : (
            <ChoiceField field={fields.isUsual} label="The usual one: chosen at checkout by itself" required={false} />
          )}
          <SubmitButton intent="save">Save</SubmitButton>
        </PostForm>
      </Panel>
      {saved ? (
        <Panel title="Remove" stacked>
          <p>It can be chosen no more. Past orders keep it.</p>
          <PostForm idempotencyKey={removeKey}>
            <SubmitButton variant="danger" intent="remove">
              Remove this address
            </SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
    </>
  );
}
