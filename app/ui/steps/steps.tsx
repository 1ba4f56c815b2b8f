import * as styles from "./steps.css";

/** The person's place in something that takes several pages. `current` counts from 0. */
export function Steps({
  steps,
  current,
  label = "Steps",
}: {
  steps: readonly string[];
  current: number;
  label?: string;
}) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li key={step} aria-current={place === current ? "step" : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
