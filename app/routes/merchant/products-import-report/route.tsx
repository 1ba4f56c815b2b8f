import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { read } from "~/api/client";
import type { ImportReport } from "~/features/products/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Notice } from "~/ui/notice/notice";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { addressOf, pagesIn } from "../pages";
import { ChooseFile } from "../products-import/choose-file";
import { Changes, Mistakes } from "./rows";

export const meta = titled("Import products");

const ROWS = 100;

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const { page } = pagesIn(new URL(asked.request.url).searchParams);
  const call = session.api().product["manage-product"].import[":id"].$get({
    param: { id: asked.params["importId"] ?? "" },
    query: { page: String(page) },
  });
  const { data: report } = await guarded(session, () => orNotFound(read(call)));
  return { report, keys: { apply: formKey(), choose: formKey() } };
}

export async function action(asked: ActionFunctionArgs) {
  await (await sessionOf(asked)).require("merchant");
  const form = await postedForm(asked.request);
  return answerForm(asked, form, { schema: z.object({}) }, async (_, session, key) => {
    const call = session
      .api(key)
      .product["manage-product"].import[":id"].apply.$post({ param: { id: asked.params["importId"] ?? "" } });
    const { data } = await read(call);
    return session.redirect("/merchant/products", {
      notice: `Import done: ${data.created} added, ${data.changed} changed.`,
    });
  });
}

const products = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "product" : "products"}`;

export default function ImportReportPage() {
  const { report, keys } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  const { fileName, appliedAt, created, changed, unchanged, wrong, unknownColumns, docs, page, total } = report;
  const todo = created + changed;
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
      <Panel title={fileName || "Your file"} stacked>
        <p>
          {appliedAt ? "This file was taken over: " : "This file would do the following: "}
          {products(created)} added, {products(changed)} changed, {products(unchanged)} as before
          {wrong > 0 ? `, ${wrong.toLocaleString("en-US")} ${wrong === 1 ? "row" : "rows"} with errors` : ""}.
        </p>
        {appliedAt || (wrong === 0 && todo === 0) ? (
          <div className={row}>
            <ButtonLink to="/merchant/products">Back to Products</ButtonLink>
          </div>
        ) : wrong > 0 ? (
          <p>
            <b>Nothing was changed.</b> Mend the rows below in your file and choose it again.
          </p>
        ) : (
          <TakeOver report={report} refused={refused} idempotencyKey={keys.apply} />
        )}
      </Panel>
      {docs.length > 0 ? (
        <Panel title={wrong > 0 ? "Rows with errors" : "What would change"}>
          {wrong > 0 ? <Mistakes rows={docs} /> : <Changes rows={docs} />}
          <Pagination
            page={page}
            pages={Math.ceil(total / ROWS)}
            hrefFor={(number) => addressOf(`/merchant/products/import/${report._id}`, { page: number })}
            label="Pages of rows"
          />
        </Panel>
      ) : null}
      {appliedAt ? null : (
        <Panel title="Another file" stacked>
          <ChooseFile refused={undefined} idempotencyKey={keys.choose} />
        </Panel>
      )}
    </>
  );
}

/** What was checked is done. It may have become impossible meanwhile: then that is said instead. */
function TakeOver({
  report: { created, changed },
  refused,
  idempotencyKey,
}: {
  report: ImportReport;
  refused: Refused | undefined;
  idempotencyKey: string;
}) {
  const [form] = useForm({ id: "take-over", lastResult: refused?.lastResult });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      <div className={row}>
        <SubmitButton>Import {products(created + changed)}</SubmitButton>
        <ButtonLink variant="quiet" to="/merchant/products">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}
