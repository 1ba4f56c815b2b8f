import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PackageCheck } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { MOST_FOUND } from "~/features/merchant-orders/schema";
import { dayOf, todayIn } from "~/routes/shared/times.server";
import { OnePageMore } from "~/routes/shared/one-page-more";
import { misreadIn } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Button, ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { WorkTabs } from "~/ui/work-tabs/work-tabs";
import { orderInRow, OrderRows } from "../order-rows";
import { Filters } from "./filters";
import { exportAddress, orderRules, ordersAddress, TABS, wantedIn } from "./orders-address";
import * as styles from "./styles.css";

export const meta = titled("Orders");

const ROWS = 10;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { searchParams } = new URL(args.request.url);
  const query = wantedIn(searchParams);
  const { page, from, ...filters } = query;
  const { data } = await guarded(session, () =>
    read(
      session.api().product.order.merchant.$get({
        query: { ...filters, page: String(page), from: String(from), counts: "1" },
      }),
    ),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw redirect(ordersAddress({ ...filters, page: pages }));
  const today = todayIn(session);
  return {
    wanted: query,
    misread: misreadIn(searchParams, orderRules),
    pages,
    hasNextPage: data.hasNextPage,
    total: data.total,
    onlyNewest: filters.q && data.total >= MOST_FOUND ? MOST_FOUND : 0,
    open: data.open,
    orders: data.docs.map((order) => orderInRow(order, today, dayOf(session, order.date ?? order.createdAt))),
  };
}

export default function Orders() {
  const { wanted, misread, pages, hasNextPage, total, onlyNewest, open, orders } = useLoaderData<typeof loader>();
  const { page, from: _from, ...filters } = wanted;
  const isNarrowed = [filters.since, filters.until, filters.q].some(Boolean);
  const tab = TABS.find(({ status }) => status !== "" && status === filters.status);
  const nextPage = ordersAddress({ ...wanted, page: page + 1 });
  return (
    <>
      <div className={classNames(row, apart, styles.head)}>
        <h1>Orders</h1>
        <ButtonLink to="/merchant/orders/to_ship">
          <Icon of={PackageCheck} /> To ship
        </ButtonLink>
      </div>
      <Misread sentences={misread} />
      <WorkTabs
        label="Orders by what is to do"
        tabs={TABS.map(({ status, label }) => ({
          label,
          href: ordersAddress({ status }),
          isCurrent: status === filters.status,
          count: status === "Processing" || status === "Shipped" ? open?.[status] : undefined,
        }))}
      />
      <div className={classNames(row, styles.tools)}>
        <Filters filters={filters} />
        <ButtonLink variant="quiet" to={exportAddress(filters, "csv")}>
          Export
        </ButtonLink>
        <ButtonLink variant="quiet" to={exportAddress(filters, "xlsx")}>
          Excel
        </ButtonLink>
      </div>
      <Panel>
        {total > 0 ? (
          <QueryForm action="/merchant/orders/to_ship">
            <OrderRows label={`${tab?.label ?? "Your orders"}, newest first`} orders={orders} />
            <div className={classNames(row, styles.together)}>
              <Button>Ship ticked</Button>
              <Button variant="quiet" formAction="/merchant/orders/packing">
                Slips of ticked
              </Button>
            </div>
          </QueryForm>
        ) : isNarrowed || tab ? (
          <EmptyState
            title={isNarrowed ? "No such orders" : (tab?.empty ?? "")}
            text={isNarrowed ? "None of these orders fits the filters." : tab?.text}
            action={
              <ButtonLink variant="quiet" to="/merchant/orders">
                Show all orders
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            title="No orders yet"
            text="What customers order from you is listed here as soon as it is paid."
            action={<ButtonLink to="/merchant/products">See your products</ButtonLink>}
          />
        )}
        {onlyNewest > 0 ? (
          <p className={soft}>
            The newest {onlyNewest} are listed. To find an older one, add a word or choose its days.
          </p>
        ) : null}
        {pages > 1 ? (
          <AfterList>
            {hasNextPage ? <OnePageMore to={nextPage} /> : null}
            <Pagination
              page={page}
              pages={pages}
              hrefFor={(number) => ordersAddress({ ...filters, page: number })}
              label="Pages of orders"
            />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}
