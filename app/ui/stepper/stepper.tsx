import { Minus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { useHydrated, useIsomorphicLayoutEffect } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./stepper.css";

export interface StepperProps {
  /** The quantity to start from; give the part a new `key` to start again. */
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
  /** With scripts, count in the field instead of submitting `less` and `more`. */
  inPlace?: boolean;
  /** Told of every new quantity once scripts run. */
  onQuantity?: (quantity: number) => void;
}

/**
 * Goes inside a form. − and + submit the intents `less` and `more` beside the quantity typed; − is off at the
 * minimum.
 */
export function Stepper({
  value,
  name = "quantity",
  min = 1,
  max,
  of,
  enterIntent = "set",
  suffix = "",
  inPlace,
  onQuantity,
}: StepperProps) {
  const [quantity, setQuantity] = useState(value);
  const [given, setGiven] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const counts = useHydrated() && inPlace;
  if (given !== value) {
    setGiven(value);
    setQuantity(value);
  }

  const change = (to: number) => {
    setQuantity(to);
    if (to >= min) onQuantity?.(to);
  };
  // What was typed before the scripts came counts.
  const first = useRef({ value, change });
  useIsomorphicLayoutEffect(() => {
    const typed = Math.trunc(Number(field.current?.value)) || first.current.value;
    if (typed !== first.current.value) first.current.change(typed);
  }, []);
  const step = (by: 1 | -1) => {
    const from = Number(field.current?.value) || min;
    change(Math.max(min, Math.min(max ?? Infinity, from + by)));
  };
  const button = (by: 1 | -1, intent: string, words: string) => (
    <button
      className={styles.step}
      type={counts ? "button" : "submit"}
      name="intent"
      value={intent + suffix}
      disabled={by < 0 ? quantity <= min : max !== undefined && quantity >= max}
      onClick={counts ? () => step(by) : undefined}
    >
      <span className={visuallyHidden}>{of ? `${words}: ${of}` : words}</span>
      <Icon of={by < 0 ? Minus : Plus} />
    </button>
  );

  return (
    <div className={styles.stepper}>
      {/* First submit button of the form, so that Enter presses it. */}
      {enterIntent === null ? null : (
        <button className={visuallyHidden} name="intent" value={enterIntent} tabIndex={-1} aria-hidden="true" />
      )}
      {button(-1, "less", "One less")}
      <input
        ref={field}
        className={styles.amount}
        name={name}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        min={min}
        max={max}
        required
        aria-label={of ? `Quantity of ${of}` : "Quantity"}
        // Zero stands for a field being typed in; it shows as empty.
        value={quantity || ""}
        onChange={(event) => change(Math.trunc(Number(event.target.value)) || 0)}
      />
      {button(1, "more", "One more")}
    </div>
  );
}
