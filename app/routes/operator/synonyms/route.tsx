import { useForm } from "@conform-to/react";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { GROUPS_A_PAGE, wordsIn, wordsInText } from "~/features/search-synonyms/plain-schema";
import { synonymsForm } from "~/features/search-synonyms/schema";
import { misreadIn, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { SearchForm } from "../search-form";
import { SYNONYMS, WORDS_HINT } from "./words";

export const meta = titled("Synonyms");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [q, page] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search)];
  const { data } = await guarded(session, () =>
    read(session.api().operator.synonyms.$get({ query: { q, page: String(page) } })),
  );
  const pages = pagesOf(data.total, GROUPS_A_PAGE);
  if (page > pages) throw redirect(listAddress(SYNONYMS, { q }, pages));
  return { misread: misreadIn(search, [pageRule]), q, page, pages, groups: data.docs, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: synonymsForm }, async (fields, session, key) => {
    const words = wordsIn(fields.words);
    await read(session.api(key).operator.synonyms.$post({ json: { words } }));
    return session.redirect(SYNONYMS, { notice: `Search takes ${wordsInText(words)} for one now.` });
  });
}

export default function Synonyms() {
  const { misread, q, page, pages, groups, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ words: string }>({ id: "new-synonyms", lastResult: refusal?.lastResult });
  return (
    <>
      <h1>Synonyms</h1>
      <Misread sentences={misread} />
      <p>Whoever searches for one of these words finds what is called by another.</p>
      <Panel title="New synonyms" stacked>
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} />
          <TextField field={fields.words} label="Words that mean the same" hint={WORDS_HINT} optional={false} />
          <SubmitButton>Add synonyms</SubmitButton>
        </PostForm>
      </Panel>
      <Panel title="In the list">
        <SearchForm path={SYNONYMS} label="Word" q={q} />
        {groups.length > 0 ? (
          <Table
            caption="Words that mean the same, the newest first"
            head={["Words", { title: "Change", hidden: true }]}
          >
            {groups.map(({ _id, words }) => (
              <Row key={_id}>
                <Cell place="lead" className={styles.breaking}>
                  {wordsInText(words)}
                </Cell>
                <Cell end>
                  <Link to={`${SYNONYMS}/${_id}`} aria-label={`Change ${wordsInText(words)}`}>
                    Change
                  </Link>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title={q ? "No synonyms found" : "No synonyms yet"}
            text={q ? "No group has this word." : "Search finds words as they are written, and with a letter wrong."}
          />
        )}
        <Pages path={SYNONYMS} wanted={{ q }} page={page} pages={pages} label="Pages of synonyms" />
      </Panel>
    </>
  );
}
