import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { FoundGroup } from "~/routes/shared/found-group";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { breaking } from "~/styles/text.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { dollars } from "~/ui/price/money";
import { areaAt, nameInWords, subjectInWords } from "~/routes/shared/messages/area";
import { orderRow } from "../order-table";
import { ordersAddress } from "../orders/orders-address";
import { addressOf } from "../pages";
import { PartPill } from "../part-status";
import { listAddress } from "../products/list-address";

export const meta = titled("Find");

/** The number of results of each kind on this page. The list of the kind has the others. */
const SHOWN = 5;

const firstOf = <Doc,>({ docs, total }: { docs: Doc[]; total: number }) => ({
  docs: docs.slice(0, SHOWN),
  hasMore: total > SHOWN,
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { searchParams } = new URL(args.request.url);
  const q = (searchParams.get("find") ?? "").replaceAll("\0", "").trim().slice(0, 100);
  if (q === "") return { q, found: null };
  const { product, conversations } = session.api();
  const [orders, titles, skus, messages] = await guarded(session, () =>
    Promise.all([
      read(product.order.merchant.$get({ query: { q } })),
      read(product["manage-product"].$get({ query: { q } })),
      read(product["manage-product"].$get({ query: { sku: q } })),
      read(conversations.$get({ query: { q, state: "all", page: "1" } })),
    ]),
  );
  const bySku = skus.data.docs.filter(({ _id }) => !titles.data.docs.some((titled) => titled._id === _id));
  const products = { docs: [...bySku, ...titles.data.docs], total: titles.data.total + bySku.length };
  const area = areaAt(args.request.url);
  return {
    q,
    found: {
      orders: firstOf({
        docs: orders.data.docs.map((order) => orderRow(order, dayOf(session, order.date ?? order.createdAt))),
        total: orders.data.total,
      }),
      products: firstOf({ ...products, docs: products.docs.map(({ _id, title, sku }) => ({ _id, title, sku })) }),
      conversations: firstOf({
        docs: messages.data.docs.map(({ _id, name, subject, last }) => ({
          _id,
          name: nameInWords(name, area),
          beginning: `${subjectInWords(subject)}: ${last.text}`,
        })),
        total: messages.data.total,
      }),
    },
  };
}

export default function Find() {
  const { q, found } = useLoaderData<typeof loader>();
  if (!found)
    return (
      <>
        <h1>Find</h1>
        <EmptyState
          title="What do you look for?"
          text="An order’s number, a customer’s name or email, words of a product’s title, a SKU, or words of a message."
        />
      </>
    );
  const { orders, products, conversations } = found;
  const isEmpty = [orders, products, conversations].every(({ docs }) => docs.length === 0);
  return (
    <>
      <h1 className={breaking}>Find: {q}</h1>
      {isEmpty ? (
        <EmptyState
          title="Nothing found"
          text="None of your orders, products and messages has these words. A SKU and an order’s number must be whole."
        />
      ) : null}
      <FoundGroup title="Orders" found={orders} all={ordersAddress({ q })}>
        {({ _id, itemId, customer, paidAt, day, amount, statusText }) => (
          <>
            <Link to={`/merchant/orders/${_id}`}>
              <b>#{itemId}</b>
            </Link>{" "}
            <PartPill status={statusText} /> {dollars(amount)} · {customer} · <time dateTime={paidAt}>{day}</time>
          </>
        )}
      </FoundGroup>
      <FoundGroup title="Products" found={products} all={listAddress({ q, only: "", page: 1, from: 1 })}>
        {({ _id, title, sku }) => (
          <>
            <Link to={`/merchant/products/${_id}`}>
              <b>{title}</b>
            </Link>{" "}
            {sku}
          </>
        )}
      </FoundGroup>
      <FoundGroup title="Messages" found={conversations} all={addressOf("/merchant/conversations", { q })}>
        {({ _id, name, beginning }) => (
          <>
            <Link to={`/merchant/conversations/${_id}`}>
              <b>{name}</b>
            </Link>{" "}
            {beginning}
          </>
        )}
      </FoundGroup>
    </>
  );
}
