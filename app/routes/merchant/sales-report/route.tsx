import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { dayRule, misreadIn } from "~/routes/shared/misread";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row, visuallyHidden } from "~/styles/layout.css";
import { num, small, soft } from "~/styles/text.css";
import { ShareBar } from "~/ui/bar-chart/bar-chart";
import { Button, ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Goods } from "~/ui/goods/goods";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { Account } from "./account";
import { Against, PeriodLink } from "./against";
import { ByDay } from "./by-day";
import { exportAddress, inWords, ordersOf, periodIn, presets, reportAddress, stepsOf } from "./period";
import * as styles from "./styles.css";

export const meta = titled("Sales Report");

const RULES = [dayRule("since", "The first day"), dayRule("until", "The last day")];

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const period = periodIn(search);
  const ask = (query: typeof period) =>
    guarded(session, () => read(session.api().product["sales-report"].$get({ query })));
  // An invalid period is reported above the form. The page then shows its default period.
  const refusal = (failure: unknown) => {
    if (failure instanceof ApiFailure && failure.status === 422)
      return failure.problems.map((problem) => problem.message).join(" ");
    throw failure;
  };
  const answer = await ask(period).catch(refusal);
  const { data: report } = typeof answer === "string" ? await ask({ since: "", until: "" }) : answer;
  const { days, ...rest } = report;
  return {
    misread: misreadIn(search, RULES),
    problem: typeof answer === "string" ? answer : null,
    typed: typeof answer === "string" ? period : { since: rest.since, until: rest.until },
    report: rest,
    ...stepsOf(days),
  };
}

export default function SalesReport() {
  const { misread, problem, typed, report, by, steps } = useLoaderData<typeof loader>();
  const { since, until, today, before, yearBefore, timeZone, account, products, productCount } = report;
  const words = (day: string) => inWords(day, { day: "numeric", month: "short", year: "numeric" });
  const highestRevenue = Math.max(0, ...products.map((product) => product.revenue));
  return (
    <>
      <h1>Sales Report</h1>
      <Misread sentences={misread} />
      <Panel title="Period" stacked>
        <nav className={styles.presets} aria-label="Periods">
          {presets(today).map(({ label, period }) => (
            <ButtonLink
              key={label}
              variant="quiet"
              to={reportAddress(period)}
              aria-current={period.since === since && period.until === until ? "page" : undefined}
            >
              {label}
            </ButtonLink>
          ))}
        </nav>
        <QueryForm key={`${typed.since} ${typed.until}`} action="/merchant/sales_report" className={styles.period}>
          <Field id="report-since" label="From" error={problem ?? undefined}>
            <Input
              id="report-since"
              type="date"
              name="since"
              defaultValue={typed.since}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "report-since-error" : undefined}
            />
          </Field>
          <Field id="report-until" label="To">
            <Input id="report-until" type="date" name="until" defaultValue={typed.until} />
          </Field>
          <Button>Show</Button>
        </QueryForm>
      </Panel>
      <Panel title={`${words(since)} to ${words(until)}`} stacked>
        <dl className={styles.figures}>
          {(
            [
              ["Revenue", "revenue", dollars],
              ["Orders", "orders", String],
              ["Units", "units", String],
            ] as const
          ).map(([label, figure, format]) => (
            <div key={label}>
              <dt className={soft}>{label}</dt>
              <dd>
                <Link to={ordersOf({ since, until })} className={styles.shown}>
                  <b className={num}>{format(report[figure])}</b>
                  <span className={visuallyHidden}> {label.toLowerCase()}: show the orders</span>
                </Link>
                <Against label="Before" now={report[figure]} then={before[figure]} written={format} />
                <Against label="A year ago" now={report[figure]} then={yearBefore[figure]} written={format} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={classNames(small, soft)}>
          Before: <PeriodLink {...before} />. A year ago: <PeriodLink {...yearBefore} />.
        </p>
        {report.orders > 0 || report.refunds < 0 ? (
          <ByDay by={by} steps={steps} />
        ) : (
          <EmptyState
            title="No sales in this period"
            text="Choose another one above, or come back once something is sold."
          />
        )}
        <p className={row}>
          <SpreadsheetLinks name="Sales by day" hrefFor={(format) => exportAddress({ since, until }, "day", format)} />
          <span className={classNames(small, soft)}>
            A sale counts on the day on which it was paid, a refund on the day on which it was made. Days are those of{" "}
            {timeZone}.
          </span>
        </p>
      </Panel>
      <Account account={account} revenue={report.revenue} since={since} />
      {products.length > 0 ? (
        <Panel
          title="By product"
          action={
            <div className={row}>
              <SpreadsheetLinks
                name="Sales by product"
                hrefFor={(format) => exportAddress({ since, until }, "product", format)}
              />
            </div>
          }
        >
          <Table
            caption="Sales by product"
            layout="thirds"
            head={[
              "Product",
              "SKU",
              { title: "Units", end: true },
              { title: "Refunds", end: true },
              { title: "Revenue", end: true },
              { title: "Share", hidden: true },
            ]}
          >
            {products.map(({ variant, title, size, sku, image, units, refunds, revenue }) => (
              <Row key={variant}>
                <Cell place="lead">
                  <Goods title={title} detail={size} image={image[0]} size={44} />
                </Cell>
                <Cell label="SKU" breaking className={classNames(soft, styles.sku)}>
                  {sku}
                </Cell>
                <Cell label="Units" end num>
                  {units}
                </Cell>
                <Cell label="Refunds" end num>
                  {dollars(refunds)}
                </Cell>
                <Cell label="Revenue" end num>
                  <b>{dollars(revenue)}</b>
                </Cell>
                <Cell place="lead">
                  <ShareBar value={revenue} of={highestRevenue} />
                </Cell>
              </Row>
            ))}
          </Table>
          {productCount > products.length ? (
            <p className={classNames(small, soft)}>
              The {products.length} with the highest revenue of {productCount}; the CSV has all of them.
            </p>
          ) : null}
        </Panel>
      ) : null}
    </>
  );
}
