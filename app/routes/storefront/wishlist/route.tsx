import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Heart } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { sessionOf } from "~/session/session.server";
import { pageHead } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { Table } from "~/ui/table/table";
import { cardsOf } from "../cards";
import { keyForLists } from "../form-key.server";
import { WishRow } from "./wish-row";

export const meta = titled("Wishlist");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const [lists, marks, formKey] = await Promise.all([
    session.lists.read(),
    session.lists.marks(),
    keyForLists(session),
  ]);
  if (lists.wishlist.length === 0) return { wishes: [], formKey };
  const place = await session.whereabouts.query();
  const { data } = await read(
    session.api().product.general.$get({ query: { ids: lists.wishlist.join(","), ...place } }),
  );
  const cards = new Map(cardsOf(data.docs, marks, place).map((card) => [card.id, card]));
  const inCart = new Map(lists.carts.map((line) => [line.product, line.quantity]));
  return {
    wishes: lists.wishlist.map((id) => ({ id, card: cards.get(id) ?? null, inCart: inCart.get(id) ?? 0 })),
    formKey,
  };
}

export default function Wishlist() {
  const { wishes, formKey } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className={pageHead}>Wishlist</h1>
      <Panel as="div">
        {wishes.length === 0 ? (
          <EmptyState
            drawing={Heart}
            title="Your wishlist is empty"
            text="Press the heart on a product, and it is kept here until you buy it or take it out."
            action={<ButtonLink to="/products">Find something to keep</ButtonLink>}
          />
        ) : (
          <Table
            caption="Products in your wishlist"
            head={["Product", "Price", "Stock Status", { title: "Actions", hidden: true }]}
          >
            {wishes.map((wish) => (
              <WishRow key={wish.id} wish={wish} formKey={formKey} />
            ))}
          </Table>
        )}
      </Panel>
    </>
  );
}
