import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { read } from "~/api/client";
import { dayRule, misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { DISPUTES, OrderState } from "../statuses";
import { dayIn, listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { OnDay } from "../on-day";
import { SearchForm } from "../search-form";
import { momentOf } from "../times.server";

export const meta = titled("Orders");

const PATH = "/operator/orders";
const ROWS = 20;
const WHAT = {
  paid: "Paid on",
  unpaid: "Begun and not paid, on",
  refunded: "With a refund written down on",
  refund_failed: "With a refund that came back and is still owed, since",
};

const RULES = [dayRule("day", "The day"), oneOfRule("what", "What happened", Object.keys(WHAT)), pageRule];

function whatIn(search: URLSearchParams): keyof typeof WHAT {
  const what = search.get("what");
  return what === "unpaid" || what === "refunded" || what === "refund_failed" ? what : "paid";
}

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const search = new URL(asked.request.url).searchParams;
  const [q, page, day] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search), dayIn(search)];
  const what = whatIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.orders.$get({ query: { q, day, what, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  const filter = { q, day, what: day || what === "refund_failed" ? what : "" };
  if (page > pages) throw redirect(listAddress(PATH, filter, pages));
  return {
    misread: misreadIn(search, RULES),
    q,
    day,
    what,
    filter,
    page,
    pages,
    orders: data.docs.map((order) => ({ ...order, time: momentOf(session, order.createdAt) })),
  };
}

export default function Orders() {
  const { misread, q, day, what, filter, page, pages, orders } = useLoaderData<typeof loader>();
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>Orders</h1>
        <ButtonLink variant="quiet" to="/operator/exports">
          <Icon of={Download} /> Exports
        </ButtonLink>
      </div>
      <Misread sentences={misread} />
      <Panel>
        <SearchForm
          path={PATH}
          label="Order, buyer or payment"
          hint="An order's number, the buyer's email, or the payment's id."
          q={q}
        />
        {day ? <OnDay text={WHAT[what]} day={day} to={listAddress(PATH, { q })} /> : null}
        {!day && what === "refund_failed" ? (
          <p>
            With a refund that came back and is still owed to its buyer.{" "}
            <Link to={listAddress(PATH, { q })}>Show all orders</Link>
          </p>
        ) : null}
      </Panel>
      <Panel>
        {orders.length > 0 ? (
          <Table
            caption="Orders, newest first"
            layout="orders"
            head={["Order ID", "Buyer", "Status", "Date", { title: "Amount", end: true }]}
          >
            {orders.map(({ _id, itemId, buyer, status, dispute, isCompleted, createdAt, time, amount }) => (
              <Row key={_id}>
                <Cell place="lead" num>
                  <Link to={`${PATH}/${_id}`}>
                    <b>#{itemId}</b>
                  </Link>
                </Cell>
                <Cell label="Buyer" className={styles.breaking}>
                  {buyer.name}
                  {buyer.email ? (
                    <>
                      <br />
                      {buyer.email}
                    </>
                  ) : null}
                </Cell>
                <Cell place="status">
                  <OrderState status={status} isCompleted={isCompleted} />
                  {dispute ? (
                    <>
                      {" "}
                      <Pill tone={DISPUTES[dispute].tone}>{DISPUTES[dispute].label}</Pill>
                    </>
                  ) : null}
                </Cell>
                <Cell label="Date">
                  <time dateTime={createdAt}>{time}</time>
                </Cell>
                <Cell label="Amount" end num>
                  {dollars(amount)}
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="No order found"
            text={
              day
                ? "Nothing of the kind on that day."
                : what === "refund_failed"
                  ? "Every refund that came back has been seen to."
                  : q
                    ? "No order has this number, buyer or payment. An email must be whole."
                    : "What buyers order is listed here."
            }
          />
        )}
        <Pages path={PATH} wanted={filter} page={page} pages={pages} label="Pages of orders" />
      </Panel>
    </>
  );
}
