import { end, visuallyHidden } from "~/styles/layout.css";
import { num } from "~/styles/text.css";
import { BarChart } from "~/ui/bar-chart/bar-chart";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { dollars } from "~/ui/price/money";
import { ordersOf, type Step } from "./period";
import * as styles from "./styles.css";

const whole = (value: number) => new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(value);

const CHARTS = [
  { title: "Sales", value: (step: Step) => step.sales, format: dollars },
  { title: "Orders", value: (step: Step) => step.orders, format: whole },
  { title: "Units", value: (step: Step) => step.units, format: whole },
] as const;

/** Three charts of the same days or months, with the same figures in a table beside them. */
export function ByDay({ by, steps }: { by: "day" | "month"; steps: Step[] }) {
  const [first, last] = [steps[0]?.label ?? "", steps.at(-1)?.label ?? ""];
  return (
    <div className={styles.byDay}>
      <div className={styles.charts}>
        {CHARTS.map(({ title, value, format }) => (
          <div key={title}>
            <h3>
              {title} by {by}
            </h3>
            <BarChart
              label={`${title} by ${by} from ${first} to ${last}. The table has the same figures.`}
              bars={steps.map((step) => ({
                key: step.key,
                value: value(step),
                text: `${step.label}: ${format(value(step))}`,
              }))}
              format={format}
              ends={[first, last]}
            />
          </div>
        ))}
      </div>
      {/* A name and a tab stop let the keyboard scroll this region. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus */}
      <div className={styles.scroll} role="region" aria-label={`Figures by ${by}`} tabIndex={0}>
        <table className={styles.plain}>
          <caption className={visuallyHidden}>Sales by {by}</caption>
          <thead>
            <tr>
              <th scope="col">{by === "day" ? "Day" : "Month"}</th>
              <th scope="col" className={end}>
                Orders
              </th>
              <th scope="col" className={end}>
                Units
              </th>
              <th scope="col" className={end}>
                Sales
              </th>
              <th scope="col" className={end}>
                Refunds
              </th>
              <th scope="col" className={end}>
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {[...steps].reverse().map((step) => (
              <tr key={step.key}>
                <th scope="row" className={num}>
                  {step.orders > 0 ? <Link to={ordersOf(step)}>{step.label}</Link> : step.label}
                </th>
                <td className={classNames(num, end)}>{step.orders}</td>
                <td className={classNames(num, end)}>{step.units}</td>
                <td className={classNames(num, end)}>{dollars(step.sales)}</td>
                <td className={classNames(num, end)}>{dollars(step.refunds)}</td>
                <td className={classNames(num, end)}>{dollars(step.revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
