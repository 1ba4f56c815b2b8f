import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { num, small, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { useOverview } from "../area/route";
import { auditRow, AuditTable } from "../audit-table";
import { momentOf } from "../times.server";
import { DaysPanel } from "./days";
import * as styles from "./styles.css";

export const meta = titled("Dashboard");

const LATEST = 5;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { data } = await guarded(session, () => read(session.api().operator.audit.$get({ query: { page: "1" } })));
  const { data: days } = await guarded(session, () => read(session.api().operator.overview.days.$get()));
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${days.today.day}T00:00:00Z`),
  );
  return {
    days,
    weekday,
    timeZone: session.config.timeZone,
    entries: data.docs.slice(0, LATEST).map((entry) => auditRow(entry, momentOf(session, entry.createdAt))),
  };
}

export default function Dashboard() {
  const { days, weekday, timeZone, entries } = useLoaderData<typeof loader>();
  const waits = useOverview();
  const cards = [
    { label: "Waiting for review", count: waits?.review, href: "/operator/review", link: "Review" },
    {
      label: "Merchants to let in",
      count: waits?.merchants,
      href: "/operator/merchants?status=waiting",
      link: "Look at them",
    },
    { label: "Open messages", count: waits?.support, href: "/operator/support", link: "Answer" },
    {
      label: "Failed refunds",
      count: waits?.failedRefunds,
      href: "/operator/orders?what=refund_failed",
      link: "See to them",
    },
    { label: "Jobs that failed", count: waits?.deadJobs, href: "/operator/jobs", link: "See why" },
  ];
  return (
    <>
      <h1>Dashboard</h1>
      <ul className={styles.cards} aria-label="What waits">
        {cards.map(({ label, count = 0, href, link }) => (
          <Panel as="li" key={href} className={styles.card}>
            <span className={classNames(small, soft)}>{label}</span>
            <b className={classNames(num, styles.figure, count > 0 && styles.waits)}>{count}</b>
            <MoreLink to={href} aria-label={`${link}: ${label}`}>
              {link}
            </MoreLink>
          </Panel>
        ))}
      </ul>
      <DaysPanel days={days} weekday={weekday} timeZone={timeZone} />
      <p>
        <MoreLink to="/operator/first_steps">First steps of a new market</MoreLink>
      </p>
      <Panel
        title="Done lately"
        action={entries.length > 0 ? <MoreLink to="/operator/audit_log">View All</MoreLink> : undefined}
      >
        {entries.length > 0 ? (
          <AuditTable caption="What operators did lately" entries={entries} />
        ) : (
          <EmptyState
            title="Nothing yet"
            text="Whatever an operator decides is written down here, with who and when."
          />
        )}
      </Panel>
    </>
  );
}
