import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import type { StockChange } from "~/features/stock/stock-history-schema";
import { clockTime, dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { addressOf, pagesIn } from "../pages";
import * as styles from "./styles.css";

export const meta = titled("Stock history");

const ROWS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { id: args.params["productId"] ?? "" };
  const { page } = pagesIn(new URL(args.request.url).searchParams);
  const manageProduct = session.api().product["manage-product"][":id"];
  const { data: product } = await guarded(session, () => orNotFound(read(manageProduct.$get({ param }))));
  const { data } = await guarded(session, () =>
    orNotFound(read(manageProduct.stock.$get({ param, query: { page: String(page) } }))),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw await session.redirect(addressOf(`/merchant/products/${param.id}/stock`, { page: pages }));
  return {
    product: { _id: product._id, title: product.title, quantity: product.quantity },
    page,
    pages,
    changes: data.docs.map((change) => ({
      ...change,
      time: `${dayOf(session, change.at)}, ${clockTime(session, change.at)}`,
      until: change.heldUntil ? clockTime(session, change.heldUntil) : "",
    })),
  };
}

export default function StockHistory() {
  const { product, page, pages, changes } = useLoaderData<typeof loader>();
  const address = `/merchant/products/${product._id}`;
  return (
    <>
      <MoreLink to={address}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        {product.title}
      </MoreLink>
      <div>
        <h1>Stock history</h1>
        <p className={soft}>
          {product.quantity} in stock now. What is held for a buyer who is paying is not among them. Changes are kept
          for 400 days.
        </p>
      </div>
      <Panel>
        {changes.length === 0 ? (
          <EmptyState title="Nothing yet" text="What is sold, returned, corrected or imported is listed here." />
        ) : (
          <Table
            caption="What has become of the stock, newest first"
            layout="lines"
            head={["What", "When", { title: "Pieces", end: true }, { title: "In stock", end: true }]}
          >
            {changes.map((change) => (
              <Row key={change._id}>
                <Cell place="lead">
                  <What change={change} until={change.until} />
                </Cell>
                <Cell label="When" num className={soft}>
                  <time dateTime={change.at}>{change.time}</time>
                </Cell>
                <Cell label="Pieces" end num>
                  {change.pieces > 0 ? `+${change.pieces}` : `−${-change.pieces}`}
                </Cell>
                <Cell place="status" label="In stock" end num>
                  {change.quantity} left
                </Cell>
              </Row>
            ))}
          </Table>
        )}
        {pages > 1 ? (
          <AfterList>
            <Pagination
              page={page}
              pages={pages}
              hrefFor={(number) => addressOf(`${address}/stock`, { page: number })}
              label="Pages of the stock history"
            />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}

const WORDS: Record<StockChange["kind"], string> = {
  sold: "Sold",
  held: "Held for a buyer",
  returned: "Returned",
  corrected: "Corrected",
  imported: "Imported",
  added: "Added with the product",
};

function What({ change: { kind, order, by }, until }: { change: StockChange; until: string }) {
  return (
    <>
      <b>{WORDS[kind]}</b>
      {until ? ` until ${until}` : ""}
      {order ? (
        <>
          {" in "}
          <Link to={`/merchant/orders/${order._id}`}>#{order.itemId}</Link>
        </>
      ) : null}
      {by ? ` by ${by}` : ""}
    </>
  );
}
