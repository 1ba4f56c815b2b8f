import type { DayFigures } from "~/features/overview/schema";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress } from "../list-address";

export interface Days {
  today: DayFigures;
  yesterday: DayFigures;
  weekAgo: DayFigures;
}

interface Figure {
  label: string;
  /** The figure of a day. Null if it is unknown. */
  of(day: DayFigures): string | number | null;
  /** The address of the rows that the figure counts, if there is a list of them. */
  to?(day: DayFigures): string;
}

const ordersOf = (path: string) => (figures: DayFigures) =>
  listAddress("/operator/orders", { day: figures.day, what: path === "paid" ? "" : path });

/** Shown only if there is any, because the market may not allow it. */
const ON_COLLECTION = "Paid at collection";

const FIGURES: Figure[] = [
  { label: "Orders", of: ({ orders }) => orders, to: ordersOf("paid") },
  { label: "Revenue", of: ({ revenue }) => dollars(revenue), to: ordersOf("paid") },
  { label: ON_COLLECTION, of: ({ onCollection = 0 }) => dollars(onCollection) },
  { label: "Failed payments", of: ({ unpaid }) => unpaid, to: ordersOf("unpaid") },
  { label: "Refunds", of: ({ refunds }) => refunds, to: ordersOf("refunded") },
  { label: "Refunded", of: ({ refunded }) => dollars(refunded), to: ordersOf("refunded") },
  { label: "Sign-ups", of: ({ signUps }) => signUps, to: ({ day }) => listAddress("/operator/users", { day }) },
  { label: "Mails sent", of: ({ mails }) => mails },
];

/** Today beside yesterday and the same day of last week. Each figure links to what it counts. */
export function DaysPanel({ days, weekday, timeZone }: { days: Days; weekday: string; timeZone: string }) {
  const columns = [
    { label: "Today", figures: days.today },
    { label: "Yesterday", figures: days.yesterday },
    { label: `Last ${weekday}`, figures: days.weekAgo },
  ];
  const isPaidThere = columns.some(({ figures: day }) => day.onCollection !== undefined);
  const figures = isPaidThere ? FIGURES : FIGURES.filter(({ label }) => label !== ON_COLLECTION);
  return (
    <Panel title="Today" action={<small>Days in {timeZone}</small>}>
      <Table
        caption="Today, yesterday and the same day of last week"
        layout="thirds"
        head={["Figure", ...columns.map(({ label }) => ({ title: label, end: true }))]}
      >
        {figures.map(({ label, of, to }) => (
          <Row key={label}>
            <Cell place="lead">{label}</Cell>
            {columns.map(({ label: day, figures }) => {
              const figure = of(figures);
              return (
                <Cell key={day} label={day} end num>
                  {figure === null ? (
                    "–"
                  ) : to ? (
                    <Link to={to(figures)} aria-label={`${label}, ${day.toLowerCase()}: ${figure}`}>
                      {figure}
                    </Link>
                  ) : (
                    figure
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
