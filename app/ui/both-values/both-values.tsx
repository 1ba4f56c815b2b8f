import { choice } from "~/ui/field/field.css";
import * as styles from "./both-values.css";

export interface BothValuesProps {
  /** The field, as the form calls it. */
  label: string;
  /** Under which the choice is posted. */
  name: string;
  /** In words, as the person reads them; empty where nothing stands there. */
  typed: string;
  saved: string;
  /** Posted for each of them. */
  values: { typed: string; saved: string };
  /** The value that was ticked before the page had to be filled in again. */
  choice?: string | undefined;
}

/**
 * Two people wrote the same field: one radio for what was typed here and one for what was saved since. None is ticked
 * beforehand, so that neither is lost by a hasty press; a choice that was made before stays.
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
