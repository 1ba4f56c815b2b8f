import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptText } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { misreadIn, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { formKey } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { AfterList, LoadMore } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { dayOf } from "~/routes/shared/times.server";
import { orderRow, OrderTable } from "../order-table";
import { WaitingPayment } from "../waiting-payment";
import { waitingRow } from "../waiting-payment.server";

export const meta = titled("Order History");

const ROWS = 10;

const hrefFor = (page: number, from = page) =>
  `/customer/order_history?page=${page}${from < page ? `&from=${from}` : ""}`;

function pageIn(search: URLSearchParams, name: string): number | null {
  const text = search.get(name);
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const search = new URL(args.request.url).searchParams;
  const page = pageIn(search, "page") ?? 1;
  const from = Math.min(page, pageIn(search, "from") ?? page);
  const [{ data }, waiting] = await guarded(session, () =>
    Promise.all([
      read(session.api().product.order.$get({ query: { page: String(page), from: String(from) } })),
      from === 1 ? waitingRow(session) : null,
    ]),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw redirect(hrefFor(pages));
  return {
    misread: misreadIn(search, [pageRule]),
    waiting,
    page,
    from,
    pages,
    hasNextPage: data.hasNextPage,
    total: data.total,
    orders: data.docs.map((order) => ({ ...orderRow(order, dayOf(session, order.createdAt)), againKey: formKey() })),
  };
}

export default function OrderHistory() {
  const { misread, waiting, page, from, pages, hasNextPage, total, orders } = useLoaderData<typeof loader>();
  const nextPage = hrefFor(page + 1, from);
  return (
    <>
      <h1>Order History</h1>
      <Misread sentences={misread} />
      {waiting ? <WaitingPayment {...waiting} /> : null}
      <Panel>
        {total > 0 ? (
          <OrderTable caption="Your orders, newest first" orders={orders} />
        ) : (
          <EmptyState
            drawing={ReceiptText}
            title="No orders yet"
            text="What you buy is listed here, with the way it has come so far."
            action={<ButtonLink to="/products">Go to the shop</ButtonLink>}
          />
        )}
        {pages > 1 ? (
          <AfterList>
            {hasNextPage ? <LoadMore to={nextPage} /> : null}
            <Pagination page={page} pages={pages} hrefFor={(number) => hrefFor(number)} label="Pages of orders" />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}
