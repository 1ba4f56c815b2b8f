import type { ReactNode } from "react";
import { end as endClass, visuallyHidden } from "~/styles/layout.css";
import { num as numClass } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import * as cartStyles from "./cart-table.css";
import * as styles from "./table.css";

export interface Column {
  title: string;
  /** Aligned to the end, as figures are. */
  end?: boolean;
  /** Named for screen readers only: a column of buttons. */
  hidden?: boolean;
}

export interface TableProps {
  /** Names the table for screen readers. */
  caption: string;
  head: Array<Column | string>;
  /** The layout of a stacked row: two columns, three, an order with its status, two short lines, a line of the cart. */
  layout?: "halves" | "thirds" | "orders" | "lines" | "cart";
  className?: string;
  children: ReactNode;
}

/**
 * A table whose rows become stacked sheets with labels when its panel is under 640 px. The roles are written out
 * because `display: grid` takes the native ones away.
 */
export function Table({ caption, head, layout = "halves", className, children }: TableProps) {
  return (
    <table role="table" className={classNames(styles.table, layout !== "halves" && shapes[layout], className)}>
      <caption className={visuallyHidden}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {head.map((column) => {
            const { title, end, hidden }: Column = typeof column === "string" ? { title: column } : column;
            return (
              <th key={title} role="columnheader" scope="col" className={end ? endClass : undefined}>
                {hidden ? <span className={visuallyHidden}>{title}</span> : title}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export function Row({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <tr role="row" className={className}>
      {children}
    </tr>
  );
}

/** Names the rows below it, up to the next of its kind. */
export function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row" className={styles.group}>
      <th role="rowheader" scope="rowgroup" colSpan={columns}>
        {children}
      </th>
    </tr>
  );
}

const shapes = { thirds: styles.thirds, orders: styles.orders, lines: styles.lines, cart: cartStyles.cart };
const places = { lead: styles.lead, status: styles.status, subtotal: cartStyles.subtotal, corner: cartStyles.corner };

export interface CellProps {
  /** The column's title, shown in front of the value once rows stack. */
  label?: string;
  /** lead names the row. status: in `orders`. subtotal, corner: in `cart`. */
  place?: keyof typeof places;
  end?: boolean;
  /** A figure: tabular, never broken. */
  num?: boolean;
  /** One word of any length: broken where it must be. */
  breaking?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Cell({ label, place, end, num, breaking, className, children }: CellProps) {
  return (
    <td
      role="cell"
      data-label={label}
      className={classNames(
        place && places[place],
        end && endClass,
        num && numClass,
        breaking && styles.breaking,
        className,
      )}
    >
      {children}
    </td>
  );
}
