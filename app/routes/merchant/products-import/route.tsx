import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, type Refused } from "~/session/form.server";
import { readPostedFor } from "~/session/posted-files.server";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { ownCategories } from "../products-editor/categories.server";
import { ChooseFile } from "./choose-file";
import * as styles from "./styles.css";

export const meta = titled("Import products");

/** The service's limit of a file. One byte more of a larger file is kept, so that the service refuses it by name. */
const MOST_CSV_BYTES = 5 * 1024 * 1024;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("merchant");
  const call = session.api().product["manage-product"].import.$get();
  const { data: imports } = await guarded(session, () => read(call));
  return {
    key: formKey(),
    categories: await ownCategories(session, user),
    recent: imports.filter(({ startedAt, appliedAt }) => startedAt !== null || appliedAt !== null),
  };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const post = await readPostedFor(session, args.request, MOST_CSV_BYTES);
  try {
    return await answerForm(
      args,
      post.form,
      { schema: z.object({ category: z.string().default("") }), rename: { file: "file" } },
      async ({ category }, session, key) => {
        const sheetFile = post.files.find(({ field }) => field === "file");
        const { data } = await read(
          session.api(key).product["manage-product"].import.$post({
            form: {
              ...(category && { category }),
              ...(sheetFile && { file: new File([sheetFile.blob], sheetFile.name) }),
            },
          }),
        );
        return session.redirect(`/merchant/products/import/${data._id}`);
      },
    );
  } finally {
    await post.done();
  }
}

export default function ImportProducts() {
  const { key, categories, recent } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  return (
    <>
      <h1>Import products</h1>
      <Panel title="Your spreadsheet" stacked>
        <p>
          Add or change many products at once with an Excel or CSV file. It is checked first: you see what would happen,
          and nothing is changed until you say so.
        </p>
        <div className={row}>
          <ButtonLink variant="quiet" to="/merchant/products/export.csv">
            <Icon of={Download} /> My products
          </ButtonLink>
          <ButtonLink variant="quiet" to="/merchant/products/export.xlsx">
            <Icon of={Download} /> As an Excel workbook
          </ButtonLink>
          <ButtonLink variant="quiet" to="/merchant/products/template.csv">
            <Icon of={Download} /> Template
          </ButtonLink>
        </div>
        <ChooseFile refusal={refusal} idempotencyKey={key} categories={categories} />
      </Panel>
      {recent.length > 0 ? (
        <Panel title="Imports of today" stacked>
          <ul className={styles.imports}>
            {recent.map((importRun) => (
              <li key={importRun._id}>
                <Link to={`/merchant/products/import/${importRun._id}`}>{importRun.fileName || "Your file"}</Link>:{" "}
                {outcomeOf(importRun)}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      <Panel title="How it works" stacked>
        <ul className={styles.notes}>
          <li>
            The first row names the columns, in any order. Products are found by their <b>SKU</b>; a new SKU makes a new
            product.
          </li>
          <li>
            <b>My products</b> has a last column, <b>As exported</b>. Leave it as it is: by it, only what you change in
            the file is changed here, and a stock that you type is a count, from which later orders are taken off.
            Without the column every cell counts as it stands.
          </li>
          <li>
            You are asked where somebody else has changed the same, and where a spreadsheet may have spoilt a value:
            zeros in front of a code, dates made of codes, <b>1.250</b>.
          </li>
          <li>Columns that you leave out stay as they are: a file with SKU and Quantity changes the stock alone.</li>
          <li>
            Of a product on sale stock and price change at once. Title, description, category and tags are looked over
            first.
          </li>
          <li>
            Excel&apos;s and LibreOffice&apos;s files are taken as they are: of a workbook (.xlsx) the first sheet; of a
            CSV with commas, semicolons or tabs between the cells; prices with a point or a comma.
          </li>
          <li>For a day, an import can be taken back as a whole.</li>
          <li>Photos and videos are not in the file. They stay as they are, and you add them in the editor.</li>
          <li>
            Variations are written like <b>Size: Large | Bundle: 4 cobs</b>, tags with commas between them.
          </li>
        </ul>
      </Panel>
    </>
  );
}

type Recent = ReturnType<typeof useLoaderData<typeof loader>>["recent"][number];

function outcomeOf({ appliedAt, problem, takesBack, takenBackAt, created, changed, deleted }: Recent): string {
  if (problem !== "") return "not taken over";
  if (appliedAt === null) return "being taken over";
  if (takesBack !== null) return `an import taken back, ${changed} changed back, ${deleted} deleted`;
  return `${created} added, ${changed} changed${takenBackAt === null ? "" : ", taken back since"}`;
}
