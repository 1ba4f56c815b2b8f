import type { ReactNode } from "react";
import { stack } from "~/styles/layout.css";
import { small } from "~/styles/text.css";
import { MiniList, type MiniListProps } from "~/ui/mini-list/mini-list";
import { Panel } from "~/ui/panel/panel";
import { Free, Sum, Sums } from "~/ui/sums/sums";

/** What is being bought from one stall. */
export interface ItemsOfStall {
  id: string;
  name: string;
  items: MiniListProps["items"];
}

/** What is being bought and what it comes to; the way on stands below. Sums have three decimals. Source: CONST-23. */
export function OrderSummary({
  stalls,
  total,
  children,
}: {
  stalls: ItemsOfStall[];
  total: number;
  children?: ReactNode;
}) {
  return (
    <Panel as="aside" title="Order Summary" stacked sticky>
      {stalls.map(({ id, name, items }) => (
        <section key={id} className={stack}>
          <h3 className={small}>{name || "A stall without a name"}</h3>
          <MiniList items={items} />
        </section>
      ))}
      <Sums
        rows={[
          { label: "Subtotal", value: <Sum amount={total} /> },
          { label: "Shipping", value: <Free /> },
          { label: "Total", value: <Sum amount={total} />, total: true },
        ]}
      />
      {children}
    </Panel>
  );
}
