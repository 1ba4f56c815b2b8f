import { choice } from "~/ui/field/field.css";
import * as styles from "./both-values.css";

export interface BothValuesProps {
  /** The field's label in the form. */
  label: string;
  /** The name under which the choice is posted. */
  name: string;
  /** In words, as the person reads them; empty where the field is empty. */
  typed: string;
  saved: string;
  /** The text that is posted for each of them. */
  values: { typed: string; saved: string };
  /** The value that was ticked before the page had to be filled in again. */
  choice?: string | undefined;
}

/**
 * For a field that two people have changed: one radio button for what was typed here and one for what was saved since.
 * None is ticked beforehand, so that a hasty press loses neither. A choice that was made before stays.
 */
export function BothValues({ label, name, typed, saved, values, choice: ticked }: BothValuesProps) {
  return (
    <fieldset className={styles.both}>
      <legend>{label}</legend>
      <Value name={name} value={values.typed} who="You typed" text={typed} isTicked={values.typed === ticked} />
      <Value name={name} value={values.saved} who="Saved since" text={saved} isTicked={values.saved === ticked} />
    </fieldset>
  );
}

interface ValueProps {
  name: string;
  value: string;
  who: string;
  text: string;
  isTicked: boolean;
}

function Value({ name, value, who, text, isTicked }: ValueProps) {
  return (
    <label className={choice}>
      <input type="radio" name={name} value={value} defaultChecked={isTicked} required />
      <span className={styles.text}>
        {who}: <strong>{text === "" ? "nothing" : text}</strong>
      </span>
    </label>
  );
}
