import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { FoundGroup } from "~/routes/shared/found-group";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { listAddress } from "../list-address";
import * as styles from "../operator.css";
import { STANDING } from "../standing";
import { OrderState, STORE_STATUS } from "../statuses";
import { momentOf } from "../times.server";

export const meta = titled("Find");

const ROLES = { buyer: "Customer", merchant: "Merchant", operator: "Operator" };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const q = (new URL(args.request.url).searchParams.get("find") ?? "").replaceAll("\0", "").trim().slice(0, 120);
  if (q === "") return { q, found: null };
  const { data } = await guarded(session, () => read(session.api().operator.search.$get({ query: { q } })));
  const orders = data.orders.docs.map((order) => ({ ...order, time: momentOf(session, order.createdAt) }));
  return { q, found: { ...data, orders: { ...data.orders, docs: orders } } };
}

export default function Find() {
  const { q, found } = useLoaderData<typeof loader>();
  if (!found)
    return (
      <>
        <h1>Find</h1>
        <EmptyState
          title="What do you look for?"
          text="An order's number, a payment's ID, part of an email, a product's title or SKU, or a stall's name."
        />
      </>
    );
  const { orders, products, stalls, people } = found;
  const isEmpty = [orders, products, stalls, people].every(({ docs }) => docs.length === 0);
  return (
    <>
      <h1 className={styles.breaking}>Find: {q}</h1>
      {isEmpty ? (
        <EmptyState
          title="Nothing found"
          text="Words need three letters, and an order's number all of its digits. An account without orders is found by how its email begins."
        />
      ) : null}
      <FoundGroup title="Orders" found={orders}>
        {({ _id, itemId, buyer, amount, status, isCompleted, createdAt, time }) => (
          <>
            <Link to={`/operator/orders/${_id}`}>
              <b>#{itemId}</b>
            </Link>{" "}
            <OrderState status={status} isCompleted={isCompleted} /> {dollars(amount)} · {buyer.name} · {buyer.email} ·{" "}
            <time dateTime={createdAt}>{time}</time>
          </>
        )}
      </FoundGroup>
      <FoundGroup title="Products" found={products} all={listAddress("/operator/products", { q })}>
        {({ _id, title, sku, status, merchant }) => (
          <>
            <Link to={`/operator/products/${_id}`}>
              <b>{title}</b>
            </Link>{" "}
            <Pill tone={STANDING[status].tone}>{STANDING[status].label}</Pill> {sku} ·{" "}
            {merchant.storeName || merchant.email}
          </>
        )}
      </FoundGroup>
      <FoundGroup title="Stalls" found={stalls} all={listAddress("/operator/merchants", { q })}>
        {({ _id, storeName, email, status }) => (
          <>
            <Link to={`/operator/merchants/${_id}`}>
              <b>{storeName || "(no name yet)"}</b>
            </Link>{" "}
            <Pill tone={STORE_STATUS[status].tone}>{STORE_STATUS[status].label}</Pill> {email}
          </>
        )}
      </FoundGroup>
      <FoundGroup title="People" found={people} all={listAddress("/operator/users", { q })}>
        {({ name, email, privilege }) => (
          <>
            <Link to={listAddress("/operator/users", { q: email })}>
              <b>{email}</b>
            </Link>{" "}
            {name} · {ROLES[privilege]}
          </>
        )}
      </FoundGroup>
    </>
  );
}
