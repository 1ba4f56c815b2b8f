import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { Panel } from "~/ui/panel/panel";
import { StatCard, StatCards } from "~/ui/stat-card/stat-card";

export const meta = titled("Newsletter");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  return (await guarded(session, () => read(session.api().operator.newsletter.$get()))).data;
}

export default function Newsletter() {
  const { confirmed, waiting, unsubscribed } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Newsletter</h1>
      <StatCards>
        <StatCard label="Confirmed" value={confirmed} />
        <StatCard label="Not confirmed yet" value={waiting} />
        <StatCard label="Unsubscribed" value={unsubscribed} />
      </StatCards>
      <Panel title="Addresses" stacked>
        <p>
          The file holds every address that has confirmed and not unsubscribed, each with its own link to unsubscribe.
          Put that link into every letter. Each download is written into the audit log.
        </p>
        {confirmed > 0 ? (
          <div className={row}>
            <SpreadsheetLinks name="Addresses" hrefFor={(format) => `/operator/newsletter.${format}`} />
          </div>
        ) : (
          <p>Nobody has confirmed yet, so there is nothing to download.</p>
        )}
      </Panel>
    </>
  );
}
