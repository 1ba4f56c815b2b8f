import type { ReactNode } from "react";
import { fieldOf, type Choice } from "~/routes/shared/refund-choice/choice";
import * as styles from "~/routes/shared/refund-choice/styles.css";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Field, FieldError, Input } from "~/ui/field/field";
import * as fieldStyles from "~/ui/field/field.css";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

/** A line with the pieces that are left of it. */
interface OpenLine {
  _id: string;
  title: string;
  price: number;
  pieces: number;
}

interface ChooseMissingProps {
  path: string;
  /** The field of the address that names the order. */
  order: { name: string; value: string };
  choice: Pick<Choice, "typed" | "problems">;
  children: ReactNode;
}

/** The missing pieces by line. A plain GET form, which is answered with the sums. */
export function ChooseMissing({ path, order, choice, children }: ChooseMissingProps) {
  return (
    <Panel title="What is missing" stacked>
      <QueryForm key={JSON.stringify(choice.typed)} action={`${path}#rest`} className={stack}>
        <input type="hidden" name={order.name} value={order.value} />
        {/* Unticked boxes are not sent. Without this field, an empty form would look like no form at all. */}
        <input type="hidden" name={fieldOf("quantity", "")} value="" />
        {choice.problems.map(({ field, message }) =>
          field === "" ? (
            <p key={message} role="alert" className={styles.problem}>
              {message}
            </p>
          ) : null,
        )}
        {children}
        <div>
          <Button variant="quiet">Show the sums</Button>
        </div>
      </QueryForm>
    </Panel>
  );
}

interface LineChoiceProps {
  line: OpenLine;
  choice: Pick<Choice, "typed" | "problems">;
}

/** The number of missing pieces of a line. */
export function LineChoice({ line: { _id, title, price, pieces }, choice }: LineChoiceProps) {
  const name = fieldOf("quantity", _id);
  const error = choice.problems.find(({ field }) => field === name)?.message;
  const typedText = choice.typed[name];
  return (
    <fieldset className={styles.line}>
      <legend>{title}</legend>
      {pieces === 1 ? (
        <div className={fieldStyles.field}>
          <label className={fieldStyles.choice} htmlFor={name}>
            <input id={name} type="checkbox" name={name} value="1" defaultChecked={typedText !== undefined} />
            <span>It is missing, {dollars(price)}</span>
          </label>
          <FieldError id={`${name}-error`} {...(error && { error })} />
        </div>
      ) : (
        <Field
          id={name}
          label="Pieces missing"
          hint={`Of ${pieces}, bought for ${dollars(price)} each`}
          optional
          {...(error && { error })}
        >
          <Input
            id={name}
            name={name}
            defaultValue={typedText ?? ""}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${name}-description ${name}-error` : `${name}-description`}
          />
        </Field>
      )}
    </fieldset>
  );
}
