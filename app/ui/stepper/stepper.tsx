import { Minus, Plus } from "~/ui/icon/icons";
import type { ComponentPropsWithoutRef } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { Icon } from "~/ui/icon/icon";
import { STEPPER } from "./contract";
import * as styles from "./stepper.css";

export interface StepperProps {
  value: number;
  name?: string;
  min?: number;
  max?: number;
  /** Names the product in the labels: "One less: Vine Tomatoes". */
  of?: string;
  /**
   * The intent of pressing Enter in the field; without it a browser would press "less". Null in a form of several
   * steppers, which has one of its own.
   */
  enterIntent?: string | null;
  /** Follows `less` and `more` in the intents, in a form of several steppers. */
  suffix?: string;
  /** Attributes of the field in a form that checks it; they replace the stepper's own. */
  field?: ComponentPropsWithoutRef<"input">;
  /** The intent of the button that sends the form a moment after each change. Without it the form is sent by hand. */
  sends?: string;
}

/**
 * Goes inside a form. − and + submit the intents `less` and `more` beside the quantity typed; − is off at the minimum.
 * Scripts count in the field instead (`app/browser/count-in-field.ts`).
 */
export function Stepper({
  value,
  name = "quantity",
  min = 1,
  max,
  of,
  enterIntent = "set",
  suffix = "",
  field,
  sends = "",
}: StepperProps) {
  const button = (by: 1 | -1, intent: string, words: string) => (
    <button
      className={styles.step}
      name="intent"
      value={intent + suffix}
      disabled={by < 0 ? value <= min : max !== undefined && value >= max}
    >
      <span className={visuallyHidden}>{of ? `${words}: ${of}` : words}</span>
      <Icon of={by < 0 ? Minus : Plus} />
    </button>
  );
  return (
    <div className={styles.stepper} {...{ [STEPPER]: sends }}>
      {/* First submit button of the form, so that Enter presses it. */}
      {enterIntent === null ? null : (
        <button className={visuallyHidden} name="intent" value={enterIntent} tabIndex={-1} aria-hidden="true" />
      )}
      {button(-1, "less", "One less")}
      <input
        className={styles.amount}
        name={name}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        min={min}
        max={max}
        required
        aria-label={of ? `Quantity of ${of}` : "Quantity"}
        defaultValue={value || ""}
        {...field}
      />
      {button(1, "more", "One more")}
    </div>
  );
}
