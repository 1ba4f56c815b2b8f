import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download, Pencil, Plus, Search, Upload } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { MOST_TOGETHER } from "~/features/products/plain-schema";
import type { ManagedSize } from "~/features/products/schema";
import { misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { OnePageMore } from "~/routes/shared/one-page-more";
import { titled } from "~/routes/shared/titles";
import { formKey } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row, visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Button, ButtonLink } from "~/ui/button/button";
import { RoundLink } from "~/ui/button/round-button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { AfterList } from "~/ui/load-more/load-more";
import { Misread } from "~/ui/misread/misread";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { Price } from "~/ui/price/price";
import { Cell, Row, Table } from "~/ui/table/table";
import { Availability } from "./availability";
import { DeleteLink } from "./delete-link";
import { changeAllAddress, listAddress, STANDS, stockAddress, wantedIn } from "./list-address";
import { piecesOf } from "./pieces-of";
import { Stands } from "./stands";
import * as styles from "./styles.css";
import { tick } from "./tick.css";

export const meta = titled("Products");

const ROWS = 10;
const RULES = [
  oneOfRule(
    "only",
    "The filter",
    STANDS.map(({ only }) => only),
  ),
  pageRule,
];
/** The form to which the ticks of the rows belong. */
const CHANGE = "change-ticked";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const listPlace = wantedIn(search);
  const { page, from, q, only } = listPlace;
  const { data } = await guarded(session, () =>
    read(
      session.api().product["manage-product"].$get({
        query: { q, only, page: String(page), from: String(from), counts: "1" },
      }),
    ),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw await session.redirect(listAddress({ q, only, page: pages, from: pages }));
  const products = data.docs.map(({ _id, title, sku, variants, image, category, ...standing }) => ({
    _id,
    title,
    sku,
    ...figuresOf(variants),
    image: image[0],
    tint: category.tint,
    runsLow: standing.runsLow,
    availType: standing.availType,
    sentBackReason: standing.sentBackReason,
    takenOff: standing.takenOff,
    waiting: standing.waiting,
  }));
  return {
    misread: misreadIn(search, RULES),
    wanted: listPlace,
    pages,
    hasNextPage: data.hasNextPage,
    total: data.total,
    counts: data.counts,
    products,
    key: formKey(),
  };
}

/** Figures of a row: the lowest price of the product's sizes, their total stock, and their number. */
function figuresOf(sizes: ManagedSize[]) {
  const [lowest] = sizes.toSorted((first, second) => priceOf(first) - priceOf(second));
  return {
    price: lowest ? priceOf(lowest) : 0,
    original: lowest?.discountedPrice === undefined ? undefined : lowest.amount,
    isAtMost: lowest?.weighed !== undefined,
    quantity: piecesOf(sizes),
    sizes: sizes.length,
  };
}

const priceOf = ({ amount, discountedPrice }: ManagedSize) => discountedPrice ?? amount;

export default function Products() {
  const { misread, wanted, pages, hasNextPage, total, counts, products, key } = useLoaderData<typeof loader>();
  const tab = STANDS.find(({ only }) => only === wanted.only);
  const nextPage = listAddress({ ...wanted, page: wanted.page + 1 });
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>Products</h1>
        <div className={row}>
          <ButtonLink variant="quiet" to="/merchant/products/export.csv">
            <Icon of={Download} /> Export
          </ButtonLink>
          <ButtonLink variant="quiet" to="/merchant/products/import">
            <Icon of={Upload} /> Import
          </ButtonLink>
          <ButtonLink to="/merchant/products/add">
            <Icon of={Plus} /> Add Product
          </ButtonLink>
        </div>
      </div>
      <Misread sentences={misread} />
      <Stands wanted={wanted} counts={counts} />
      <Panel>
        <QueryForm className={styles.find} role="search" aria-label="Search products" action="/merchant/products">
          <label className={visuallyHidden} htmlFor="title-search">
            Search my products
          </label>
          <Input
            key={wanted.q}
            id="title-search"
            name="q"
            type="search"
            defaultValue={wanted.q}
            maxLength={100}
            placeholder="Part of a title"
            enterKeyHint="search"
            autoComplete="off"
          />
          {wanted.only ? <input type="hidden" name="only" value={wanted.only} /> : null}
          <Button variant="quiet">
            <Icon of={Search} /> Search
          </Button>
        </QueryForm>
        {total === 0 ? (
          wanted.q || tab ? (
            <EmptyState
              title={tab && !wanted.q ? tab.empty : "Nothing found"}
              text={
                wanted.q ? (
                  <>
                    None of {tab ? "these products" : "your products"} has “{wanted.q}” in its title.
                  </>
                ) : undefined
              }
              action={
                <ButtonLink variant="quiet" to="/merchant/products">
                  Show all products
                </ButtonLink>
              }
            />
          ) : (
            <EmptyState
              title="Your stall is still empty"
              picture="/img/crate.webp"
              text="Products that you add are listed here, drafts as well."
              action={<ButtonLink to="/merchant/products/add">Add your first product</ButtonLink>}
            />
          )
        ) : (
          <>
            <Table
              caption="Your products, newest first"
              className={styles.table}
              head={[
                "Product",
                "SKU",
                "Price",
                { title: "Stock", end: true },
                "Availability",
                { title: "Actions", hidden: true },
              ]}
            >
              {products.map((product) => (
                <Row key={product._id}>
                  <Cell place="lead">
                    <div className={styles.named}>
                      <label className={tick}>
                        <input type="checkbox" name="product" value={product._id} form={CHANGE} />
                        <span className={visuallyHidden}>Tick {product.title}</span>
                      </label>
                      <Goods
                        title={product.title}
                        detail={product.sizes > 1 ? `${product.sizes} sizes` : undefined}
                        to={`/merchant/products/${product._id}`}
                        image={product.image}
                        tint={product.tint}
                        size={44}
                      />
                    </div>
                  </Cell>
                  <Cell label="SKU" breaking>
                    {product.sku}
                  </Cell>
                  <Cell label="Price" num>
                    <Price
                      amount={product.price}
                      original={product.original}
                      lead={product.sizes > 1 ? "from" : product.isAtMost ? "at most" : undefined}
                    />
                  </Cell>
                  <Cell label="Stock" end num>
                    {product.quantity}
                  </Cell>
                  <Cell label="Availability">
                    <Availability product={product} />
                  </Cell>
                  <Cell className={styles.actions}>
                    <RoundLink to={`/merchant/products/${product._id}/edit`} label={`Edit ${product.title}`}>
                      <Icon of={Pencil} />
                    </RoundLink>
                    <DeleteLink product={product} idempotencyKey={key} />
                  </Cell>
                </Row>
              ))}
            </Table>
            {/* Each row has its own form, so this form cannot contain the rows. */}
            <QueryForm id={CHANGE} action="/merchant/products/change" className={classNames(row, styles.together)}>
              <Button>Change ticked</Button>
              {wanted.only === "to-complete" ? (
                <ButtonLink variant="quiet" to="/merchant/products/complete">
                  Fill in what is missing
                </ButtonLink>
              ) : null}
              <ButtonLink variant="quiet" to={stockAddress({ ...wanted, page: 1 })}>
                Change stock
              </ButtonLink>
              <ButtonLink variant="quiet" to={changeAllAddress(wanted)}>
                {total > MOST_TOGETHER ? `Change the first ${MOST_TOGETHER}` : `Change all ${total}`}
              </ButtonLink>
            </QueryForm>
          </>
        )}
        {pages > 1 ? (
          <AfterList>
            {hasNextPage ? <OnePageMore to={nextPage} replace /> : null}
            <Pagination
              page={wanted.page}
              pages={pages}
              hrefFor={(page) => listAddress({ ...wanted, page, from: page })}
              label="Pages of products"
            />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}
