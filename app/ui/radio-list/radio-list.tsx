import { scroller, visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import type { Option } from "~/ui/field/field";
import * as styles from "./radio-list.css";

export interface RadioListProps {
  /** Names the choice, for screen readers. */
  legend: string;
  name: string;
  options: readonly Option[];
  value: string;
  /** A form elsewhere in the page that it belongs to. */
  form?: string;
}

/**
 * A choice of one from a list: a column beside the page; on a phone a row of pills that scrolls sideways. Needs an
 * Update button until scripts run.
 */
export function RadioList({ legend, name, options, value, form }: RadioListProps) {
  return (
    <fieldset>
      <legend className={visuallyHidden}>{legend}</legend>
      <div className={classNames(scroller, styles.list)}>
        {options.map((option) => {
          const { value: optionValue, label } = typeof option === "string" ? { value: option, label: option } : option;
          return (
            <label key={optionValue} className={styles.choice}>
              <input type="radio" name={name} value={optionValue} form={form} defaultChecked={optionValue === value} />
              <span>{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
