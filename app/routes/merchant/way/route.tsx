import { useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read, readVersion } from "~/api/client";
import { z } from "~/features/zod";
import { asTyped } from "~/routes/shared/billing/as-typed.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { WAYS } from "./address";
import * as styles from "./styles.css";
import { WAY_LABELS, WayFields, type FoundProduct } from "./way-fields";
import { NEW_WAY, typedWay, wayForm, wayValues, type TypedWay } from "./way-form";

export const meta = titled("Way");

/** Stands in the address for the id of a delivery method that does not exist yet. */
const NEW = "add";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const id = args.params["wayId"] ?? "";
  const answer =
    id === NEW
      ? null
      : await guarded(session, () =>
          orNotFound(readVersion(session.api().merchant.ways[":id"].$get({ param: { id } }))),
        );
  const method = answer?.body.data ?? null;
  const { data: terms } = await guarded(session, () => read(session.api().merchant["collection-terms"].$get()));
  return {
    isPayingThereAllowed: terms.allowed,
    saved: method,
    opened: answer && method ? openedWith(answer.version, wayValues(method)) : null,
    key: formKey(),
    removeKey: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const id = args.params["wayId"] ?? "";
  const form = await postedForm(args.request);
  if (form.get("intent") === "remove")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      await read(session.api(key).merchant.ways[":id"].$delete({ param: { id } }));
      return session.redirect(WAYS, { notice: "The way is removed. Orders keep it." });
    });
  const session = await sessionOf(args);
  const matches = await productsLike(session, String(form.get("find") ?? ""));
  if (form.get("intent") === "find") return { lastResult: asTyped(form), matches };
  const answer = await answerForm(
    args,
    form,
    { schema: wayForm, record: { valuesOf: wayValues } },
    async (json, session, key, version) => {
      const ways = session.api(key, version).merchant.ways;
      await (id === NEW ? read(ways.$post({ json })) : read(ways[":id"].$put({ param: { id }, json })));
      return session.redirect(WAYS, { notice: `${json.name} is saved.` });
    },
  );
  return answer instanceof Response ? answer : data({ ...answer.data, matches }, answer.init ?? undefined);
}

/** The merchant's products with this text in their titles, as rows of the form. Null if nothing is searched for. */
async function productsLike(session: Session, find: string): Promise<FoundProduct[] | null> {
  const q = find.trim().slice(0, 100);
  if (q === "") return null;
  const { data: page } = await guarded(session, () =>
    read(session.api().product["manage-product"].$get({ query: { q, limit: "20" } })),
  );
  return page.docs.map(({ _id, title }) => ({ product: _id, title }));
}

export default function Way() {
  const { saved, opened, key, removeKey, isPayingThereAllowed } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused & { matches?: FoundProduct[] | null }>();
  const [form, fields] = useForm<TypedWay>({
    id: "way",
    defaultValue: saved ? typedWay(saved) : NEW_WAY,
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <MoreLink to={WAYS}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        All ways
      </MoreLink>
      <h1>{saved ? saved.name : "Add a way"}</h1>
      <PostForm form={form} idempotencyKey={key} className={stack}>
        <FormErrors form={form} labels={WAY_LABELS} />
        {opened ? <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={WAY_LABELS} /> : null}
        <WayFields
          form={form}
          fields={fields}
          matches={refusal?.matches ?? null}
          isPayingThereAllowed={isPayingThereAllowed}
        />
        <SubmitButton intent="save">Save</SubmitButton>
      </PostForm>
      {saved ? (
        <Panel title="Remove" stacked>
          <p>Buyers can choose it no more. Orders that were placed with it keep it.</p>
          <PostForm idempotencyKey={removeKey}>
            <SubmitButton variant="danger" intent="remove">
              Remove this way
            </SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
    </>
  );
}
