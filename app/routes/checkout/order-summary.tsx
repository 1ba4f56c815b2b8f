import type { ReactNode } from "react";
import { MiniList, type MiniListProps } from "~/ui/mini-list/mini-list";
import { Panel } from "~/ui/panel/panel";
import { dollars3 } from "~/ui/price/money";
import { Free, Sums } from "~/ui/sums/sums";

/** What is being bought and what it comes to; the way on stands below. Sums have three decimals. Source: CONST-23. */
export function OrderSummary({
  items,
  total,
  children,
}: {
  items: MiniListProps["items"];
  total: number;
  children?: ReactNode;
}) {
  return (
    <Panel as="aside" title="Order Summary" stacked sticky>
      <MiniList items={items} />
      <Sums
        rows={[
          { label: "Subtotal", value: dollars3(total) },
          { label: "Shipping", value: <Free /> },
          { label: "Total", value: dollars3(total), total: true },
        ]}
      />
      {children}
    </Panel>
  );
}
