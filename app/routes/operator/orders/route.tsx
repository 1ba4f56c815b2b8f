import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { DISPUTES, OrderState } from "../statuses";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { SearchForm } from "../search-form";
import { momentOf } from "../times.server";

export const meta = titled("Orders");

const PATH = "/operator/orders";
const ROWS = 20;

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const search = new URL(asked.request.url).searchParams;
  const [q, page] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search)];
  const { data } = await guarded(session, () =>
    read(session.api().operator.orders.$get({ query: { q, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, { q }, pages));
  return { q, page, pages, orders: data.docs.map((order) => ({ ...order, time: momentOf(session, order.createdAt) })) };
}

export default function Orders() {
  const { q, page, pages, orders } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Orders</h1>
      <Panel>
        <SearchForm
          path={PATH}
          label="Order, buyer or payment"
          hint="An order's number, the buyer's email, or the payment's id."
          q={q}
        />
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
              q
                ? "No order has this number, buyer or payment. An email must be whole."
                : "What buyers order is listed here."
            }
          />
        )}
        <Pages path={PATH} wanted={{ q }} page={page} pages={pages} label="Pages of orders" />
      </Panel>
    </>
  );
}
