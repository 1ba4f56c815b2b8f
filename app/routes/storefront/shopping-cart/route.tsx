import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChevronLeft, Trash2 } from "~/ui/icon/icons";
import { Fragment } from "react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded, sessionForAnyForm, sessionOf, type Session } from "~/session/session.server";
import { apart, pageHead, row, split } from "~/styles/layout.css";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { PlainForm } from "~/ui/form/plain-form";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { IN_PLACE_REQUEST } from "~/ui/page-scripts/contract";
import { Panel } from "~/ui/panel/panel";
import { GroupRow, Table } from "~/ui/table/table";
import { PAGE_OF_ANOTHER } from "../list-notices";
import { answerCartForm } from "./answer-cart-form.server";
import { cartFees } from "./cart-fees";
import { CartRow } from "./cart-row";
import { byStall, shownLine } from "./cart-page";
import { OrderSummary } from "./order-summary";
import * as styles from "./styles.css";

const WEEK = 7 * 86_400_000;

export const meta = titled("Shopping Cart");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { carts } = await session.lists.read();
  if (carts.length === 0)
    return { stalls: [], cartTotal: 0, fees: [], orderable: false, bought: await justBought(session) };
  const { data } = await read(session.api().product.cart.$post({ json: { carts } }));
  const { data: options } = await read(session.api().product.delivery.options.$post({ json: { carts } }));
  const typedFields = (await session.exits.kept())?.typed;
  const lines = data.lines.map((line) => ({
    line,
    shown: shownLine(line, typedFields?.get(`quantity.${line.variantId || line.productId}`)),
  }));
  const { cartTotal, orderable } = data;
  return { stalls: byStall(lines), cartTotal, fees: cartFees(options), orderable, bought: null };
}

/**
 * The order that the cart has become, for a week, for a buyer whose connection dropped before the answer came. An empty
 * cart does not say whether it was paid.
 */
async function justBought(session: Session): Promise<{ orderId: string; itemId: number } | null> {
  if ((await session.user())?.privilege !== "buyer") return null;
  const { data: latest } = await guarded(session, () => read(session.api().product.payment.latest.$get()));
  return latest?.status === "paid" && Date.parse(latest.paidAt ?? "") > Date.now() - WEEK ? latest : null;
}

export async function action(args: ActionFunctionArgs) {
  // A form of another account's page is refused without leaving the page, which then shows who is signed in.
  const session = await sessionForAnyForm(args);
  const form = await postedForm(args.request);
  if (args.request.headers.has(IN_PLACE_REQUEST) && (await session.account.isOfAnother(form)))
    return session.redirect("/shopping_cart", { notice: PAGE_OF_ANOTHER });
  await session.account.requireOwnerOf(form);
  return answerCartForm(session, form);
}

export default function ShoppingCart() {
  const { stalls, cartTotal, fees, orderable, bought } = useLoaderData<typeof loader>();
  const empty = stalls.length === 0;
  const cart = (
    <>
      <Panel as="div">
        {empty ? (
          <EmptyState
            title={bought ? `Order #${bought.itemId} is paid` : "Your cart is empty"}
            text={
              bought
                ? "What was in your cart is bought. What you put in now will wait for you here."
                : "What you put in will wait for you here."
            }
            action={
              <>
                <ButtonLink to="/products">Go to the shop</ButtonLink>
                {bought ? <MoreLink to={`/customer/order_history/${bought.orderId}`}>See the order</MoreLink> : null}
              </>
            }
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
              {stalls.map(({ id, name, lines }) => (
                <Fragment key={id ?? "gone"}>
                  <GroupRow columns={5}>{id ? <Link to={`/stalls/${id}`}>{name}</Link> : name}</GroupRow>
                  {lines.map((line) => (
                    <CartRow key={line.id} line={line} />
                  ))}
                </Fragment>
              ))}
            </Table>
            <div className={classNames(row, apart, styles.under)}>
              <MoreLink to="/products">
                <Icon of={ChevronLeft} /> Back to the shop
              </MoreLink>
              {/* With scripts, every change is sent at once. */}
              <Button variant="quiet" name="intent" value="update" data-without-scripts>
                Update cart
              </Button>
              <Button variant="quiet" name="intent" value="clear" formNoValidate>
                <Icon of={Trash2} /> Empty cart
              </Button>
            </div>
          </>
        )}
      </Panel>
      <OrderSummary total={cartTotal} fees={fees} orderable={orderable} empty={empty} />
    </>
  );
  return (
    <>
      <h1 className={pageHead}>Shopping Cart</h1>
      {/* One form, so that typed quantities count whichever button is pressed. */}
      {empty ? (
        <div className={classNames(split, styles.late)}>{cart}</div>
      ) : (
        <PlainForm
          data-stays-enabled=""
          data-sends-choices=""
          enterIntent="update"
          className={classNames(split, styles.late)}
        >
          {cart}
        </PlainForm>
      )}
    </>
  );
}
