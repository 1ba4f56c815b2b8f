import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { dayRule, misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, Input, Select } from "~/ui/field/field";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { AUDIT_LOG, auditRow, AuditTable, DEEDS } from "../audit-table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { SearchForm } from "../search-form";
import { momentOf } from "../times.server";
import { wantedIn } from "./wanted";

export const meta = titled("Audit log");

const ROWS = 20;

const RULES = [
  oneOfRule("action", "What was done", Object.keys(DEEDS)),
  dayRule("since", "The first day"),
  dayRule("until", "The last day"),
  pageRule,
];

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [filters, page] = [wantedIn(search), pageIn(search)];
  const { data } = await guarded(session, () =>
    read(session.api().operator.audit.$get({ query: { ...filters, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(AUDIT_LOG, filters, pages));
  const entries = data.docs.map((entry) => auditRow(entry, momentOf(session, entry.createdAt)));
  return { misread: misreadIn(search, RULES), wanted: filters, page, pages, total: data.total, entries };
}

export default function AuditLog() {
  const { misread, wanted, page, pages, total, entries } = useLoaderData<typeof loader>();
  const { q, action, actor, since, until } = wanted;
  const narrowed = Object.values(wanted).some(Boolean);
  const actorName = actor && (entries[0]?.who ?? "Somebody who did nothing of the kind");
  return (
    <>
      <h1>Audit log</h1>
      <Misread sentences={misread} />
      <Panel stacked>
        <SearchForm path={AUDIT_LOG} label="Whom or what, a reason or an ID" q={q}>
          <Field id="action" label="What was done">
            <Select
              key={action}
              id="action"
              name="action"
              placeholder="Anything"
              defaultValue={action}
              options={Object.entries(DEEDS).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Day key={`since ${since}`} name="since" label="From" day={since} />
          <Day key={`until ${until}`} name="until" label="To" day={until} />
          {actor ? <input type="hidden" name="actor" value={actor} /> : null}
        </SearchForm>
        {actorName ? (
          <p>
            Only what <b>{actorName}</b> did.
          </p>
        ) : null}
        <p role="status">{total === 1 ? "1 entry" : `${total} entries`}</p>
        {q ? <p>Looked for in the newest 10,000 entries; a first and a last day reach older ones.</p> : null}
        <div className={row}>
          {total > 0 ? (
            <SpreadsheetLinks name="Entries" hrefFor={(format) => listAddress(`${AUDIT_LOG}.${format}`, wanted)} />
          ) : null}
          {narrowed ? <MoreLink to={AUDIT_LOG}>Show everything</MoreLink> : null}
        </div>
        {entries.length > 0 ? (
          <AuditTable caption="What operators did, newest first" entries={entries} />
        ) : narrowed ? (
          <EmptyState title="Nothing of the kind" text="Nobody did what you look for. Take a filter away." />
        ) : (
          <EmptyState
            title="Nothing yet"
            text="Whatever an operator decides is written down here, with who and when. Nothing is ever taken out."
          />
        )}
        <Pages path={AUDIT_LOG} wanted={wanted} page={page} pages={pages} label="Pages of the audit log" />
      </Panel>
    </>
  );
}

function Day({ name, label, day }: { name: string; label: string; day: string }) {
  return (
    <Field id={name} label={label}>
      <Input id={name} name={name} type="date" defaultValue={day} />
    </Field>
  );
}
