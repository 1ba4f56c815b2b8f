import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { MOST_LISTED, standing } from "~/features/product-review/operator-schema";
import { dayOf } from "~/routes/shared/times.server";
import { misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Goods } from "~/ui/goods/goods";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { SearchForm, StatusFilter } from "../search-form";
import { STANDING } from "../standing";

export const meta = titled("Products");

const PATH = "/operator/products";
const ROWS = 20;
const RULES = [oneOfRule("status", "Status", standing.options), pageRule];

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [q, page] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search)];
  const status = standing.safeParse(search.get("status")).data ?? "";
  const { data } = await guarded(session, () =>
    read(session.api().operator.products.$get({ query: { q, status, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, { q, status }, pages));
  const products = data.docs.map(
    ({ _id, title, sku, status: state, amount, category, image, merchant, createdAt }) => ({
      _id,
      title,
      sku,
      state,
      amount,
      tint: category.tint,
      image,
      merchant: { _id: merchant._id, name: merchant.storeName || merchant.email },
      createdAt,
      since: dayOf(session, createdAt),
    }),
  );
  return { misread: misreadIn(search, RULES), q, status, page, pages, isCut: data.total >= MOST_LISTED, products };
}

export default function Products() {
  const { misread, q, status, page, pages, isCut, products } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Products</h1>
      <Misread sentences={misread} />
      <Panel>
        <SearchForm path={PATH} label="Title, SKU, stall or ID" q={q}>
          <StatusFilter status={status} statuses={STANDING} />
        </SearchForm>
      </Panel>
      <Panel>
        {products.length > 0 ? (
          <Table
            caption="Products of all merchants, newest first"
            layout="orders"
            head={["Product", "Stall", "Status", { title: "Price", end: true }, "SKU", "Added"]}
          >
            {products.map(({ _id, title, sku, state, amount, tint, image, merchant, createdAt, since }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Goods title={title} to={`${PATH}/${_id}`} image={image} tint={tint} size={44} />
                </Cell>
                <Cell label="Stall" className={styles.breaking}>
                  <Link to={`/operator/merchants/${merchant._id}`}>{merchant.name}</Link>
                </Cell>
                <Cell place="status">
                  <Pill tone={STANDING[state].tone}>{STANDING[state].label}</Pill>
                </Cell>
                <Cell label="Price" end num>
                  {dollars(amount)}
                </Cell>
                <Cell label="SKU" breaking>
                  {sku}
                </Cell>
                <Cell label="Added">
                  <time dateTime={createdAt}>{since}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="No product found"
            text={
              q
                ? "Try a word of the title, the whole SKU or the stall's name; a word needs three letters."
                : "No product has this status."
            }
          />
        )}
        {isCut ? (
          <p className={soft}>
            Only the newest {MOST_LISTED.toLocaleString("en-US")} are listed. Search to find others.
          </p>
        ) : null}
        <Pages path={PATH} wanted={{ q, status }} page={page} pages={pages} label="Pages of products" />
      </Panel>
    </>
  );
}
