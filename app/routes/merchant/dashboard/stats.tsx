import type { CardStats } from "~/features/sales-report/schema";
import { dollars } from "~/ui/price/money";
import { StatCard, StatCards, type StatCardProps } from "~/ui/stat-card/stat-card";

const figure = (value: number) => new Intl.NumberFormat("en-US").format(value);

/** The change against the 30 days before. Undefined if those had no figure. */
function compared(change: number | null): StatCardProps["trend"] {
  if (change === null) return undefined;
  return {
    direction: change < 0 ? "down" : "up",
    text: `${Math.abs(change)}% ${change < 0 ? "less" : "more"} than last month`,
  };
}

function trendOf(change: number | null): StatCardProps["trend"] {
  return change ? { direction: "up", text: `${figure(change)} new this month` } : undefined;
}

/** The four figures of a merchant, each with its change in the last 30 days. */
export function Stats({ sales, orders, products, customers, trends }: CardStats) {
  return (
    <StatCards>
      <StatCard
        label="Sales"
        value={dollars(sales)}
        trend={compared(trends.sales.change)}
        points={trends.sales.points}
      />
      <StatCard
        label="Orders"
        value={figure(orders)}
        trend={compared(trends.orders.change)}
        points={trends.orders.points}
      />
      <StatCard
        label="Products"
        value={figure(products)}
        trend={trendOf(trends.products.change)}
        points={trends.products.points}
      />
      <StatCard
        label="Customers"
        value={figure(customers)}
        trend={trendOf(trends.customers.change)}
        points={trends.customers.points}
      />
    </StatCards>
  );
}
