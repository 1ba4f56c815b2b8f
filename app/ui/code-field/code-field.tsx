import { getInputProps } from "@conform-to/react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Input, type FieldLook } from "~/ui/field/field";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { digitsOf, erasedAt, typedInto } from "./code-boxes";
import * as styles from "./code-field.css";

export type CodeFieldProps = FieldLook & {
  field: AnyField;
  /** How many digits a code has. */
  length?: number;
};

/**
 * A one-time code: one field for a plain page, a box for each digit once scripts run. Posts one value under one name
 * either way.
 */
export function CodeField({ field, label, hint, hiddenLabel, full, length = 5 }: CodeFieldProps) {
  const initial = typeof field.initialValue === "string" ? digitsOf(field.initialValue, length) : "";
  const hydrated = useHydrated();
  // null while the page is still plain; then what stands in the boxes.
  const [code, setCode] = useState<string | null>(hydrated ? initial : null);
  const single = useRef<HTMLInputElement>(null);
  const boxes = useRef<HTMLDivElement>(null);
  const { key: _, ...props } = getInputProps(field, {
    type: "text",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });

  useEffect(() => {
    // What was typed while the page was still loading is kept.
    setCode((now) => (single.current ? digitsOf(single.current.value, length) : (now ?? initial)));
  }, [initial, length]);

  const goTo = (place: number) => {
    const box = boxes.current?.children[place];
    if (box instanceof HTMLInputElement) {
      box.focus();
      box.select();
    }
  };
  const apply = ({ code: after, next }: { code: string; next: number }) => {
    setCode(after);
    goTo(next);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.key === "Backspace") {
      event.preventDefault();
      apply(erasedAt(code ?? "", place));
    } else if (event.key === "ArrowLeft" && place > 0) {
      event.preventDefault();
      goTo(place - 1);
    } else if (event.key === "ArrowRight" && place < length - 1) {
      event.preventDefault();
      goTo(place + 1);
    }
  };

  return (
    <Field id={field.id} label={label} hint={hint} hiddenLabel={hiddenLabel} full={full} error={field.errors}>
      {code === null ? (
        <Input
          {...props}
          // Boxes that took its place under a finger would take the keyboard away.
          data-needs-scripts
          ref={single}
          className={styles.single}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={length}
          minLength={undefined}
          // Digits of any keyboard; which of them are none, the server tells.
          pattern={`[^A-Za-z\\s]{${length}}`}
          defaultValue={initial}
        />
      ) : (
        <>
          <input type="hidden" name={field.name} form={field.formId} value={code} />
          <div
            ref={boxes}
            className={styles.boxes}
            role="group"
            aria-label={typeof label === "string" ? label : undefined}
          >
            {Array.from({ length }, (_box, place) => (
              <Input
                key={place}
                id={place === 0 ? field.id : undefined}
                className={styles.box}
                inputMode="numeric"
                // No maxLength: the phone offers the whole code to the first box.
                autoComplete={place === 0 ? "one-time-code" : "off"}
                enterKeyHint={place === length - 1 ? "done" : "next"}
                aria-label={`Digit ${place + 1} of ${length}`}
                aria-invalid={props["aria-invalid"]}
                aria-describedby={props["aria-describedby"]}
                value={code[place] ?? ""}
                onFocus={(event) => event.target.select()}
                onKeyDown={(event) => onKey(event, place)}
                onBeforeInput={(event) => {
                  // A digit typed over the same one changes nothing, so nothing else would be heard of it.
                  const { data } = event.nativeEvent as InputEvent;
                  if (data !== code[place]) return;
                  event.preventDefault();
                  apply(typedInto(code, place, data, length));
                }}
                onPaste={(event) => {
                  event.preventDefault();
                  apply(typedInto("", 0, event.clipboardData.getData("text"), length));
                }}
                onChange={(event) => {
                  const typed = digitsOf(event.target.value, length);
                  // A box that held a digit and was not selected now holds two: the new one is what counts.
                  const added = typed.length === 2 && code[place] ? typed.replace(code[place], "") : typed;
                  if (added) apply(typedInto(code, place, added, length));
                  else if (!event.target.value) apply(erasedAt(code, place));
                }}
              />
            ))}
          </div>
        </>
      )}
    </Field>
  );
}
