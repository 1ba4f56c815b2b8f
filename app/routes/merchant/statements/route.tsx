import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import type { Statement } from "~/features/accounting/statement-schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { arrow } from "../order-details/styles.css";

export const meta = titled("Statements");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const yearTyped = new URL(args.request.url).searchParams.get("year") ?? "";
  const query = { year: /^20\d\d$/.test(yearTyped) ? yearTyped : "" };
  const { data } = await guarded(session, () =>
    read(session.api().product.payment.merchant.statements.$get({ query })),
  );
  const format = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
  const docs = data.docs.map((doc) => ({ ...doc, name: format.format(new Date(`${doc.month}-01T00:00:00Z`)) }));
  return { ...data, docs };
}

/** The account month by month: its opening and closing balance, and the figures of the month. */
export default function Statements() {
  const { year, years, docs } = useLoaderData<typeof loader>();
  const timeZone = docs[0]?.timeZone;
  return (
    <>
      <MoreLink to="/merchant/payments">
        <Icon of={ArrowLeft} className={arrow} />
        Back to payments
      </MoreLink>
      <h1>Statements</h1>
      {years.length > 1 ? (
        <nav aria-label="Years" className={row}>
          {years.map((yearOption) => (
            <Link
              key={yearOption}
              to={`/merchant/payments/statements?year=${yearOption}`}
              aria-current={yearOption === year ? "page" : undefined}
            >
              {yearOption}
            </Link>
          ))}
        </nav>
      ) : null}
      <Panel title={year ? `Statements of ${year}` : undefined} stacked>
        {docs.length > 0 ? (
          <>
            <p className={classNames(small, soft)}>
              Months begin and end in the time zone {timeZone}. Each opens with what the one before closed with.
            </p>
            <Months docs={docs} />
          </>
        ) : (
          <EmptyState title="No statements" text="From your first sale on there is one for each month." />
        )}
      </Panel>
    </>
  );
}

const FIGURES: [title: string, of: (statement: Statement) => number][] = [
  ["Opening", ({ opening }) => opening],
  ["Sales", ({ sales }) => sales],
  ["Delivery fees", ({ deliveryFees }) => deliveryFees],
  ["Refunds", ({ refunds }) => refunds],
  ["Disputes", ({ disputes }) => disputes],
  ["Of which VAT", ({ vat }) => vat],
  ["Fees", ({ fees }) => fees],
  ["Payouts", ({ payouts }) => payouts],
];
/** Shown only if there is any, because a market may not allow payment at collection. */
const CASH: (typeof FIGURES)[number] = ["Paid to you", ({ cash = 0 }) => cash];

function Months({ docs }: { docs: (Statement & { name: string })[] }) {
  const hasFees = docs.some(({ deliveryFees }) => deliveryFees !== 0);
  const hasCash = docs.some(({ cash }) => cash !== undefined);
  const figures = [...FIGURES.filter(([title]) => hasFees || title !== "Delivery fees"), ...(hasCash ? [CASH] : [])];
  return (
    <Table
      caption="Statements, newest first"
      layout="thirds"
      head={["Month", ...figures.map(([title]) => ({ title, end: true })), { title: "Closing", end: true }, "Files"]}
    >
      {docs.map((statement) => (
        <Row key={statement.month}>
          <Cell place="lead">
            <b>{statement.name}</b>
            {statement.isOver ? null : (
              <>
                <br />
                <span className={classNames(small, soft)}>not over yet</span>
              </>
            )}
          </Cell>
          {figures.map(([title, of]) => (
            <Cell key={title} label={title} end num>
              {dollars(of(statement))}
            </Cell>
          ))}
          <Cell label={statement.isOver ? "Closing" : "So far"} end num>
            <b>{dollars(statement.closing)}</b>
          </Cell>
          <Cell label="Files">
            <span className={row}>
              {(["pdf", "csv", "xlsx"] as const).map((kind) => (
                <Link key={kind} to={`/merchant/payments/statements/${statement.month}/statement.${kind}`}>
                  {kind === "xlsx" ? "Excel" : kind.toUpperCase()}
                  <span className={visuallyHidden}> of {statement.name}</span>
                </Link>
              ))}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
