import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read, readVersion } from "~/api/client";
import { wordsIn, wordsInText } from "~/features/search-synonyms/plain-schema";
import { synonymsForm, type SynonymGroup } from "~/features/search-synonyms/schema";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BackLink } from "../back-link";
import { SYNONYMS, WORDS_HINT } from "../synonyms/words";

export const meta = titled("Synonyms");

const valuesOf = ({ words }: SynonymGroup) => ({ words: wordsInText(words) });

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["groupId"] ?? "" };
  const { body, version } = await guarded(session, () =>
    orNotFound(readVersion(session.api().operator.synonyms[":id"].$get({ param }))),
  );
  const values = valuesOf(body.data);
  return { values, opened: openedWith(version, values), key: formKey(), removeKey: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const param = { id: args.params["groupId"] ?? "" };
  const form = await postedForm(args.request);
  if (form.get("intent") === "remove")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      const { message } = await orNotFound(read(session.api(key).operator.synonyms[":id"].$delete({ param })));
      return session.redirect(SYNONYMS, { notice: message });
    });
  return answerForm(
    args,
    form,
    { schema: synonymsForm, record: { valuesOf } },
    async (fields, session, key, version) => {
      const words = wordsIn(fields.words);
      const calls = session.api(key, version).operator.synonyms;
      await orNotFound(read(calls[":id"].$put({ param, json: { words } })));
      return session.redirect(SYNONYMS, { notice: `Search takes ${wordsInText(words)} for one now.` });
    },
  );
}

export default function EditSynonyms() {
  const { values, opened, key, removeKey } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ words: string }>({
    id: "synonyms",
    defaultValue: values,
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <BackLink to={SYNONYMS} />
      <h1>Change synonyms</h1>
      <Panel stacked>
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} />
          <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} />
          <TextField field={fields.words} label="Words that mean the same" hint={WORDS_HINT} optional={false} />
          <SubmitButton intent="save">Save</SubmitButton>
        </PostForm>
      </Panel>
      <Panel title="Remove" stacked>
        <p>Search takes each word for itself again, and tells them apart.</p>
        <PostForm idempotencyKey={removeKey}>
          <SubmitButton variant="danger" intent="remove">
            Remove these synonyms
          </SubmitButton>
        </PostForm>
      </Panel>
    </>
  );
}
