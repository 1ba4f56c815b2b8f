import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "~/ui/icon/icons";
import { read } from "~/api/client";
import type { CardStats, SalesUser, TopSellingPage } from "~/features/sales-report/schema";
import { dayOf, todayIn } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row, split } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { People } from "~/ui/people/people";
import { dollars } from "~/ui/price/money";
import { orderRow, OrderTable } from "../order-table";
import { pageIn } from "../pages";
import { NextDays, nextDays } from "./next-days";
import { Stats } from "./stats";
import { TopSellingTable } from "./top-selling";
import { Waiting } from "./waiting";
import { withQuery } from "~/ui/link/with-query";

export const meta = titled("Dashboard");

const TOP_ROWS = 5;
const RECENT = 8;
const RECENT_ROWS = 4;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const [top, recent] = [pageIn(search, "top") ?? 1, pageIn(search, "recent") ?? 1];
  const { product } = session.api();
  const [morning, cards, topSelling, customers, orders, busyDays] = await guarded(session, () =>
    Promise.all([
      read(product.morning.$get()),
      read(product["manage-stat"].$get({ query: { type: "card" } })),
      read(product["manage-stat"].$get({ query: { type: "top-selling", page: String(top) } })),
      read(product["manage-stat"].$get({ query: { type: "sales-users" } })),
      read(product.order.merchant.$get({ query: {} })),
      read(product.order.merchant.days.$get()),
    ]),
  );
  const newest = orders.data.docs.slice(0, RECENT);
  const recentPages = Math.max(1, Math.ceil(newest.length / RECENT_ROWS));
  const recentPage = Math.min(recent, recentPages);
  const selling = topSelling.data as TopSellingPage;
  return {
    // The call answers one of three kinds of data. Its `type` says which.
    cards: cards.data as CardStats,
    selling: selling.docs,
    pages: { top, tops: Math.ceil(selling.total / TOP_ROWS), recent: recentPage, recents: recentPages },
    customers: (customers.data as SalesUser[]).map(({ _id, name, image, salesCount, salesAmount }) => ({
      id: _id,
      name,
      image,
      salesCount,
      salesAmount,
    })),
    orders: newest
      .slice((recentPage - 1) * RECENT_ROWS, recentPage * RECENT_ROWS)
      .map((order) => orderRow(order, dayOf(session, order.date ?? order.createdAt))),
    morning: morning.data,
    days: nextDays(todayIn(session), busyDays.data),
    oldest: morning.data.toShip.oldest && dayOf(session, morning.data.toShip.oldest),
  };
}

/** Each list has its own pages, so the address holds both page numbers. */
function turned(top: number, recent: number): string {
  const search = new URLSearchParams({
    ...(top > 1 && { top: String(top) }),
    ...(recent > 1 && { recent: String(recent) }),
  });
  return withQuery("/merchant", search);
}

export default function Dashboard() {
  const { morning, days, oldest, cards, selling, pages, customers, orders } = useLoaderData<typeof loader>();
  const { top, tops, recent, recents } = pages;
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>Dashboard</h1>
        <ButtonLink to="/merchant/products/add">
          <Icon of={Plus} /> Add Product
        </ButtonLink>
      </div>
      <Waiting morning={morning} oldest={oldest} />
      {days.some((day) => day.orders > 0) ? <NextDays days={days} /> : null}
      <Stats {...cards} />
      <Panel title="Top-selling products" action={<MoreLink to="/merchant/products">View All</MoreLink>}>
        {selling.length > 0 ? (
          <TopSellingTable rows={selling} />
        ) : (
          <EmptyState
            title="Nothing sold yet"
            text="Your products are listed here once somebody buys them, the most wanted first."
            action={<ButtonLink to="/merchant/products/add">Add a product</ButtonLink>}
          />
        )}
        <Pagination
          page={top}
          pages={tops}
          hrefFor={(page) => turned(page, recent)}
          label="Top-selling pages"
          inPlace
        />
      </Panel>
      <div className={split}>
        <Panel title="Recent orders" action={<MoreLink to="/merchant/orders">View All</MoreLink>}>
          {orders.length > 0 ? (
            <OrderTable caption="Recent orders" orders={orders} />
          ) : (
            <EmptyState
              title="No orders yet"
              text="What customers order from you is listed here as soon as it is paid."
            />
          )}
          <Pagination
            page={recent}
            pages={recents}
            hrefFor={(page) => turned(top, page)}
            label="Recent order pages"
            inPlace
          />
        </Panel>
        <Panel title="Top customers">
          {customers.length > 0 ? (
            <People
              people={customers.map(({ salesCount, salesAmount, ...person }) => ({
                ...person,
                text: `${salesCount} ${salesCount === 1 ? "order" : "orders"} · ${dollars(salesAmount)}`,
              }))}
            />
          ) : (
            <EmptyState title="No customers yet" text="Those who buy most from you are listed here." />
          )}
        </Panel>
      </div>
    </>
  );
}
