import type { ReactNode } from "react";
import type { PartDelivery } from "~/features/delivery/schema";
import { toCents, toDollars } from "~/features/fields";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { goodsOf, shippingRows } from "~/routes/shared/shipping-rows";
import { classNames } from "~/ui/class-names/class-names";
import { MiniList, type MiniListProps } from "~/ui/mini-list/mini-list";
import { Panel } from "~/ui/panel/panel";
import { Sum, Sums } from "~/ui/sums/sums";

/** The goods from one stall. */
export interface ItemsOfStall {
  id: string;
  name: string;
  items: MiniListProps["items"];
  /** The delivery fee in dollars. Null while no delivery method is chosen. */
  deliveryFee: number | null;
  /** The delivery method. Null for a carrier, and while none is chosen. */
  delivery: Pick<PartDelivery, "marketDay" | "name"> | null;
  /** The chosen delivery method with time and fee. Left out where it is chosen beside the summary. */
  way?: string;
}

const sumOf = (fees: { deliveryFee: number }[]): number =>
  toDollars(fees.reduce((sum, { deliveryFee }) => sum + toCents(deliveryFee), 0));

/** The goods and their sums, with the next step (`children`) below. Sums have three decimals. Source: CONST-23. */
export function OrderSummary({
  stalls,
  total,
  children,
}: {
  stalls: ItemsOfStall[];
  total: number;
  children?: ReactNode;
}) {
  const fees = stalls.flatMap(({ name: storeName, deliveryFee, delivery }) =>
    deliveryFee === null ? [] : [{ storeName, deliveryFee, delivery }],
  );
  return (
    <Panel as="aside" title="Order Summary" stacked sticky>
      {stalls.map(({ id, name, items, way }) => (
        <section key={id} className={stack}>
          <h3 className={small}>{name || "A stall without a name"}</h3>
          <MiniList items={items} />
          {way ? <p className={classNames(small, soft)}>{way}</p> : null}
        </section>
      ))}
      <Sums
        rows={[
          { label: "Subtotal", value: <Sum amount={goodsOf({ amount: total, deliveryFee: sumOf(fees) })} /> },
          ...(fees.length < stalls.length
            ? [{ label: "Shipping", value: "Choose how it gets to you" }]
            : shippingRows(fees, { thousandths: true })),
          { label: "Total", value: <Sum amount={total} />, total: true },
        ]}
      />
      {children}
    </Panel>
  );
}
