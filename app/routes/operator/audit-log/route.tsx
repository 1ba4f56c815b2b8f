import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { auditRow, AuditTable } from "../audit-table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { momentOf } from "../times.server";

export const meta = titled("Audit log");

const PATH = "/operator/audit_log";
const ROWS = 20;

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const page = pageIn(new URL(asked.request.url).searchParams);
  const { data } = await guarded(session, () =>
    read(session.api().operator.audit.$get({ query: { page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, {}, pages));
  return { page, pages, entries: data.docs.map((entry) => auditRow(entry, momentOf(session, entry.createdAt))) };
}

export default function AuditLog() {
  const { page, pages, entries } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Audit log</h1>
      <Panel>
        {entries.length > 0 ? (
          <AuditTable caption="What operators did, newest first" entries={entries} />
        ) : (
          <EmptyState
            title="Nothing yet"
            text="Whatever an operator decides is written down here, with who and when. Nothing is ever taken out."
          />
        )}
        <Pages path={PATH} page={page} pages={pages} label="Pages of the audit log" />
      </Panel>
    </>
  );
}
