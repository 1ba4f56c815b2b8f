import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { fieldOf, type Choice } from "~/routes/shared/refund-choice/choice";
import * as styles from "~/routes/shared/refund-choice/styles.css";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Field, FieldError, Input } from "~/ui/field/field";
import * as fieldStyles from "~/ui/field/field.css";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

interface ChooseMissingProps {
  path: string;
  code: string;
  lines: MerchantOrder["carts"];
  choice: Pick<Choice, "typed" | "problems">;
}

/** The pieces that are missing, line by line; a plain GET form, answered with the sums of it. */
export function ChooseMissing({ path, code, lines, choice }: ChooseMissingProps) {
  return (
    <Panel title="What is missing" stacked>
      <QueryForm key={JSON.stringify(choice.typed)} action={`${path}#rest`} className={stack}>
        <input type="hidden" name="code" value={code} />
        {choice.problems.map(({ field, message }) =>
          field === "" ? (
            <p key={message} role="alert" className={styles.problem}>
              {message}
            </p>
          ) : null,
        )}
        {lines.map((line) => (
          <LineChoice key={line._id} line={line} choice={choice} />
        ))}
        <div>
          <Button variant="quiet">Show the sums</Button>
        </div>
      </QueryForm>
    </Panel>
  );
}

function LineChoice({ line, choice }: { line: MerchantOrder["carts"][number] } & Pick<ChooseMissingProps, "choice">) {
  const { _id, product, price, quantity, refundedQuantity } = line;
  const name = fieldOf("quantity", _id);
  const remainingQuantity = quantity - refundedQuantity;
  const error = choice.problems.find(({ field }) => field === name)?.message;
  const typedText = choice.typed[name];
  return (
    <fieldset className={styles.line}>
      <legend>{product.title}</legend>
      {remainingQuantity === 1 ? (
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
          hint={`Of ${remainingQuantity}, bought for ${dollars(price)} each`}
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
