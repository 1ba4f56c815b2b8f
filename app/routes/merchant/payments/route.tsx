import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { toCents, toDollars } from "~/features/fields";
import type { MerchantPayment, PaymentStatus } from "~/features/payments/merchant-schema";
import type { Balance } from "~/features/accounting/schema";
import { OnePageMore } from "~/routes/shared/one-page-more";
import { misreadIn } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row, visuallyHidden } from "~/styles/layout.css";
import { num, soft } from "~/styles/text.css";
import { Avatar } from "~/ui/avatar/avatar";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Select } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { addressOf, pageIn, pagesIn } from "../pages";
import { PayoutsCard } from "./payouts-card";
import { paidAt } from "./paid-at.server";
import { paidOut } from "./paid-out.server";
import { filtersIn, paymentRules, STATUSES } from "./payments-address";
import * as styles from "./styles.css";

export const meta = titled("Payments");

const ROWS = 5;
const TONES: Record<PaymentStatus, PillTone> = { Paid: "leaf", Refunded: "grey", Failed: "tomato" };

const paymentsAddress = (query: { status: string; year: string; page?: number; from?: number; payouts?: number }) =>
  addressOf("/merchant/payments", query);

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const filters = filtersIn(search);
  const { page, from } = pagesIn(search);
  const { payment } = session.api().product;
  const payoutsAsked = pageIn(search, "payouts") ?? 1;
  const [{ data }, balance, account, payouts] = await guarded(session, () =>
    Promise.all([
      read(payment.merchant.$get({ query: { ...filters, page: String(page), from: String(from) } })),
      read(payment.merchant.balance.$get()),
      read(payment.merchant.account.$get()),
      read(payment.merchant.payouts.$get({ query: { page: String(payoutsAsked) } })),
    ]),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw redirect(paymentsAddress({ ...filters, page: pages }));
  const payments = data.docs.map((doc) => ({ ...doc, paid: paidAt(session, doc.createdAt) }));
  return {
    wanted: { ...filters, page, from },
    misread: misreadIn(search, paymentRules),
    pages,
    hasNextPage: data.hasNextPage,
    total: data.total,
    years: data.years,
    payments,
    balance: balance.data,
    payouts: paidOut(session, account.data, payouts.data),
  };
}

export default function Payments() {
  const { wanted, misread, pages, hasNextPage, total, years, payments, balance, payouts } =
    useLoaderData<typeof loader>();
  const { page, from: _from, ...filters } = wanted;
  const nextPage = paymentsAddress({ ...wanted, page: page + 1 });
  return (
    <>
      <h1>Payments</h1>
      <BalanceCard {...balance} />
      {payouts ? (
        <PayoutsCard
          {...payouts}
          hrefFor={(number) =>
            `${addressOf("/merchant/payments", { ...filters, payouts: number > 1 ? number : undefined })}#payouts`
          }
        />
      ) : null}
      <Panel
        title="Customer's Payment"
        action={
          <div className={row}>
            <ButtonLink variant="quiet" to={addressOf("/merchant/payments.csv", filters)}>
              <Icon of={Download} /> Export
            </ButtonLink>
            <ButtonLink variant="quiet" to={addressOf("/merchant/payments.xlsx", filters)}>
              <Icon of={Download} /> Excel
            </ButtonLink>
          </div>
        }
      >
        <Misread sentences={misread} />
        <Filters {...filters} years={years} />
        {total > 0 ? (
          <Table
            caption="Customer's Payment"
            layout="orders"
            head={[
              "Name",
              "Email",
              "Payment Type",
              "Paid Date",
              { title: "Paid Amount", end: true },
              "Status",
              "Action",
            ]}
          >
            {payments.map(({ _id, orderId, user, paymentMethod, createdAt, paid, statusText, ...sums }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <span className={styles.who}>
                    <Avatar name={`${user.firstName} ${user.lastName}`} image={user.image} /> {user.firstName}{" "}
                    {user.lastName}
                  </span>
                </Cell>
                <Cell label="Email" className={styles.mail}>
                  <Address email={user.email} />
                </Cell>
                <Cell label="Payment Type">{paymentMethod}</Cell>
                <Cell label="Paid Date" num className={styles.when}>
                  <time dateTime={createdAt}>{paid}</time>
                </Cell>
                <Cell label="Paid Amount" end num>
                  {dollars(paidIn(sums))}
                  {statusText === "Paid" && refundedIn(sums) > 0 ? (
                    <>
                      <br />
                      <small className={soft}>{dollars(refundedIn(sums))} refunded</small>
                    </>
                  ) : null}
                </Cell>
                <Cell place="status" label="Status">
                  <Pill tone={TONES[statusText]}>{statusText}</Pill>
                </Cell>
                <Cell label="Action">
                  {orderId ? (
                    <Link to={`/merchant/orders/${orderId}`}>
                      Open
                      <span className={visuallyHidden}>
                        {" "}
                        the order of {user.firstName} {user.lastName}, {paid}
                      </span>
                    </Link>
                  ) : (
                    <span className={soft}>No order</span>
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="No payments"
            text={
              filters.status || filters.year ? "There are none of this kind." : "What customers pay you is listed here."
            }
            action={
              filters.status || filters.year ? (
                <ButtonLink variant="quiet" to="/merchant/payments">
                  Show all data
                </ButtonLink>
              ) : undefined
            }
          />
        )}
        {pages > 1 ? (
          <AfterList>
            {hasNextPage ? <OnePageMore to={nextPage} /> : null}
            <Pagination
              page={page}
              pages={pages}
              hrefFor={(number) => paymentsAddress({ ...filters, page: number })}
              label="Pages of payments"
              inPlace
            />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}

/** Lets an address that is too long for its line break before the domain, rather than anywhere in a word. */
function Address({ email }: { email: string }) {
  const [name, domain] = email.split("@");
  return domain ? (
    <>
      {name}
      <wbr />@{domain}
    </>
  ) : (
    <>{email || "–"}</>
  );
}

/** The two dropdowns. With scripts, every choice sends them; without, the button Show does. */
function Filters({ status, year, years }: { status: string; year: string; years: string[] }) {
  const yearOptions = year && !years.includes(year) ? [year, ...years] : years;
  return (
    <QueryForm key={`${status} ${year}`} action="/merchant/payments" className={styles.filters} data-sends-choices>
      <div>
        <label className={visuallyHidden} htmlFor="payment-status">
          Status
        </label>
        <Select id="payment-status" name="status" defaultValue={status} options={STATUSES} placeholder="All Data" />
      </div>
      <div>
        <label className={visuallyHidden} htmlFor="payment-year">
          Year
        </label>
        <Select id="payment-year" name="year" defaultValue={year} options={yearOptions} placeholder="All years" />
      </div>
      <Button variant="quiet" data-without-scripts>
        Show
      </Button>
    </QueryForm>
  );
}

type SumsOfPayment = Pick<MerchantPayment, "amount" | "refunded" | "deliveryFee" | "deliveryFeeRefunded">;

/** Dollars paid for goods and delivery, and dollars refunded, exact to the cent. */
const paidIn = ({ amount, deliveryFee }: SumsOfPayment) => toDollars(toCents(amount) + toCents(deliveryFee));
const refundedIn = (sums: SumsOfPayment) => toDollars(toCents(sums.refunded) + toCents(sums.deliveryFeeRefunded));

/** The balance that the marketplace owes the merchant, with the figures that make it. */
function BalanceCard({ sold, deliveryFees, givenBack, fees, paidOut, paidToYou = 0, owed }: Balance) {
  const figures: [string, number][] = [
    ["Sold", sold],
    ...(deliveryFees ? [["Delivery fees", deliveryFees] as [string, number]] : []),
    ["Given back", givenBack],
    ...(fees ? [["Fees", fees] as [string, number]] : []),
    ...(paidOut ? [["Paid out", paidOut] as [string, number]] : []),
    ...(paidToYou ? [["Paid to you at collection", paidToYou] as [string, number]] : []),
    paidToYou !== 0 && owed < 0 ? ["You owe in fees", 0 - owed] : ["Owed to you", owed],
  ];
  return (
    <Panel title="Your balance" action={<MoreLink to="/merchant/payments/statements">Statements by month</MoreLink>}>
      <dl className={styles.balance}>
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className={soft}>{label}</dt>
            <dd>
              <b className={`${num} ${styles.figure}`}>{dollars(amount)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
