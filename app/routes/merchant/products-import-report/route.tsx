import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import type { ImportQuestion } from "~/features/product-sheets/schema";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Notice } from "~/ui/notice/notice";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { addressOf, pagesIn } from "../pages";
import { ownCategories } from "../products-editor/categories.server";
import { ChooseFile } from "../products-import/choose-file";
import { Answer } from "./answer";
import { answersOf } from "./answers";
import { countOf, inWords } from "./in-words";
import { Changes, Mistakes } from "./rows";
import { TakeBack } from "./take-back";
import { TakeOver } from "./take-over";
import { UnderWay } from "./under-way";

export const meta = titled("Import products");

const ROWS = 100;

const isOfLetters = ({ code, answer }: ImportQuestion) => code === "letters_unclear" && answer === null;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("merchant");
  const { page } = pagesIn(new URL(args.request.url).searchParams);
  const call = session.api().product["manage-product"].import[":id"].$get({
    param: { id: args.params["importId"] ?? "" },
    query: { page: String(page) },
  });
  const { data: report } = await guarded(session, () => orNotFound(read(call)));
  const categories = await ownCategories(session, user);
  return { report, categories, keys: { apply: formKey(), answer: formKey(), choose: formKey() } };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  const param = { id: args.params["importId"] ?? "" };
  return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
    const imports = session.api(key).product["manage-product"].import[":id"];
    if (form.get("intent") === "answer") {
      const { data } = await read(imports.answers.$put({ param, json: answersOf(form) }));
      return session.redirect(`/merchant/products/import/${data._id}`);
    }
    if (form.get("intent") === "take-back") {
      const { data } = await read(imports["take-back"].$post({ param }));
      return session.redirect(`/merchant/products/import/${data._id}`);
    }
    const { data } = await read(imports.apply.$post({ param, query: { version: String(form.get("version") ?? "") } }));
    // A job takes over a long file. The page shows its progress.
    if (data.appliedAt === null) return session.redirect(`/merchant/products/import/${data._id}`);
    const { created, changed, deleted, takesBack } = data;
    return session.redirect("/merchant/products", {
      notice:
        takesBack === null
          ? `Import done: ${created} added, ${changed} changed.`
          : `Import taken back: ${changed} changed back, ${deleted} deleted.`,
    });
  });
}

export default function ImportReportPage() {
  const { report, categories, keys } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const {
    fileName,
    appliedAt,
    startedAt,
    problem,
    wrong,
    questions,
    outdated,
    unknownColumns,
    docs,
    page,
    total,
    encoding,
    fallbackCategory,
  } = report;
  // Another encoding may change the errors, so its question comes first.
  const isAsking =
    questions > 0 && (wrong === 0 || docs.some(({ questions: questionsOfRow }) => questionsOfRow.some(isOfLetters)));
  const isUnderWay = startedAt !== null && appliedAt === null && problem === "";
  return (
    <>
      <h1>Import products</h1>
      {unknownColumns.length > 0 && appliedAt === null ? (
        <Notice
          still
          type="danger"
          message={`Left out, since there is no such column: ${unknownColumns.join(", ")}.`}
        />
      ) : null}
      {problem === "" ? null : <Notice still type="danger" message={`It was not taken over. ${problem}`} />}
      <Panel title={fileName || "Your file"} stacked>
        {isUnderWay ? <UnderWay report={report} /> : <p>{inWords(report)}</p>}
        {fallbackCategory === "" || appliedAt ? null : (
          <p>
            Rows without a category go to <b>{fallbackCategory}</b>.
          </p>
        )}
        {encoding === "" || appliedAt ? null : (
          <p>The file is not UTF-8 and was read as {encoding}. Please look whether letters with accents are right.</p>
        )}
        {isUnderWay ? null : appliedAt ? (
          <TakeBack report={report} refusal={refusal} idempotencyKey={keys.apply} />
        ) : wrong > 0 && !isAsking ? (
          <p>
            <b>Nothing was changed.</b> Mend the rows below in your file and choose it again.
          </p>
        ) : questions > 0 ? (
          <p>
            <b>Nothing was changed.</b> Answer the questions below, and you see what would change.
          </p>
        ) : total === 0 ? (
          <div className={row}>
            <ButtonLink to="/merchant/products">Back to Products</ButtonLink>
          </div>
        ) : (
          <TakeOver report={report} refusal={refusal} idempotencyKey={keys.apply} />
        )}
      </Panel>
      {docs.length > 0 ? (
        <Panel title={isAsking ? "Questions" : wrong > 0 ? "Rows with errors" : "What would change"} stacked={isAsking}>
          {outdated > 0 && wrong === 0 ? (
            <p>
              <b>{countOf(outdated, "row")}</b> come out otherwise than when you looked, because products have changed
              since.
            </p>
          ) : null}
          {isAsking ? (
            <Answer report={report} refusal={refusal} idempotencyKey={keys.answer} />
          ) : wrong > 0 ? (
            <Mistakes rows={docs} />
          ) : (
            <Changes rows={docs} />
          )}
          <Pagination
            page={page}
            pages={Math.ceil(total / ROWS)}
            hrefFor={(number) => addressOf(`/merchant/products/import/${report._id}`, { page: number })}
            label="Pages of rows"
          />
        </Panel>
      ) : null}
      {appliedAt || isUnderWay ? null : (
        <Panel title="Another file" stacked>
          <ChooseFile
            refusal={undefined}
            idempotencyKey={keys.choose}
            categories={categories}
            chosenCategory={fallbackCategory}
          />
        </Panel>
      )}
    </>
  );
}
