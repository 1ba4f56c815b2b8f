import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { ChevronLeft, Trash2 } from "lucide-react";
import { read } from "~/api/client";
import { titled } from "~/routes/titles";
import { sessionOf } from "~/session/session.server";
import { apart, pageHead, row, split } from "~/styles/layout.css";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { Table } from "~/ui/table/table";
import { ListsForm } from "../lists-form";
import { CartRow } from "./cart-row";
import { shownLine } from "./cart-page";
import { OrderSummary } from "./order-summary";
import * as styles from "./styles.css";

const HERE = "/shopping_cart";

export const meta = titled("Shopping Cart");

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  const { carts } = await session.lists();
  if (carts.length === 0) return { lines: [], cartTotal: 0, orderable: false };
  const { data } = await read(session.api().product.cart.$post({ json: { carts } }));
  return { lines: data.lines.map(shownLine), cartTotal: data.cartTotal, orderable: data.orderable };
}

export default function ShoppingCart() {
  const { lines, cartTotal, orderable } = useLoaderData<typeof loader>();
  const clearing = useFetcher();
  return (
    <>
      <h1 className={pageHead}>Shopping Cart</h1>
      <div className={split}>
        <Panel as="div">
          {lines.length === 0 ? (
            <EmptyState
              title="Your cart is empty"
              text="What you put in will wait for you here."
              action={<ButtonLink to="/products">Go to the shop</ButtonLink>}
            />
          ) : (
            <>
              <Table
                caption="Products in your cart"
                layout="cart"
                head={[
                  "Product",
                  "Price",
                  "Quantity",
                  { title: "Subtotal", end: true },
                  { title: "Remove", hidden: true },
                ]}
              >
                {/* Emptying the cart starts the rows anew: a quantity about to be sent would bring its line back. */}
                {lines.map((line) => (
                  <CartRow key={line.id + (clearing.formData ? "-leaving" : "")} line={line} />
                ))}
              </Table>
              <div className={classNames(row, apart, styles.under)}>
                <MoreLink to="/products">
                  <Icon of={ChevronLeft} /> Back to the shop
                </MoreLink>
                <ListsForm fetcher={clearing} returnTo={HERE}>
                  <Button variant="quiet" name="intent" value="clear" busy={clearing.state !== "idle"}>
                    <Icon of={Trash2} /> Empty cart
                  </Button>
                </ListsForm>
              </div>
            </>
          )}
        </Panel>
        <OrderSummary total={cartTotal} orderable={orderable} empty={lines.length === 0} />
      </div>
    </>
  );
}
