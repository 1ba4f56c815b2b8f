import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars } from "~/ui/price/money";
import * as styles from "~/ui/field/field.css";
import { FEE_FIELD } from "./choice";

interface FeeChoiceProps {
  /** The delivery fee that is left, in dollars. */
  fee: number;
  isChosen: boolean;
}

/** The choice to refund the delivery fee as well. Nothing if none is left. */
export function FeeChoice({ fee, isChosen }: FeeChoiceProps) {
  if (fee <= 0) return null;
  return (
    <div className={styles.field}>
      <label className={styles.choice} htmlFor={FEE_FIELD}>
        <input
          id={FEE_FIELD}
          type="checkbox"
          name={FEE_FIELD}
          value="on"
          defaultChecked={isChosen}
          aria-describedby={`${FEE_FIELD}-description`}
        />
        <span>Give the delivery fee of {dollars(fee)} back too</span>
      </label>
      <p id={`${FEE_FIELD}-description`} className={classNames(small, soft)}>
        With everything of a part that was not sent it goes back in any case.
      </p>
    </div>
  );
}
