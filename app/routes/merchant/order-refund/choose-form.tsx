import type { MerchantOrderDetails } from "~/features/fulfilment/schema";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Field, Fields, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { fieldOf, type Choice, type Figure } from "./choice";
import * as styles from "./styles.css";

interface ChooseFormProps {
  path: string;
  lines: MerchantOrderDetails["carts"];
  choice: Pick<Choice, "typed" | "problems">;
}

/** How many pieces, or how much money, of which line; a plain GET form, answered with the sums of it. */
export function ChooseForm({ path, lines, choice: { typed, problems } }: ChooseFormProps) {
  const general = problems.filter(({ field }) => field === "");
  const control = (figure: Figure, lineId: string) => {
    const id = fieldOf(figure, lineId);
    const error = problems.find(({ field }) => field === id)?.message;
    return {
      field: { id, ...(error && { error }) },
      input: {
        id,
        name: id,
        defaultValue: typed[id] ?? "",
        autoComplete: "off",
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? `${id}-description ${id}-error` : `${id}-description`,
      },
    };
  };
  return (
    <Panel title="What goes back" stacked>
      <QueryForm key={JSON.stringify(typed)} action={path} className={stack}>
        {general.map(({ message }) => (
          <p key={message} role="alert" className={styles.problem}>
            {message}
          </p>
        ))}
        {lines.map(({ _id, product, price, quantity, refundedQuantity, refunded }) => {
          const [pieces, money] = [control("quantity", _id), control("amount", _id)];
          const left = quantity - refundedQuantity;
          const leftCents = Math.round(price * 100) * quantity - Math.round(refunded * 100);
          return (
            <fieldset key={_id} className={styles.line}>
              <legend>{product.title}</legend>
              <Fields>
                <Field
                  {...pieces.field}
                  label="Pieces"
                  hint={`${left} left, bought for ${dollars(price)} each`}
                  optional
                >
                  <Input {...pieces.input} inputMode="numeric" />
                </Field>
                <Field
                  {...money.field}
                  label="or an amount in $"
                  hint={`${dollars(leftCents / 100)} left; no piece comes back`}
                  optional
                >
                  <Input {...money.input} inputMode="decimal" />
                </Field>
              </Fields>
            </fieldset>
          );
        })}
        <div>
          <Button variant="quiet">Show the sums</Button>
        </div>
      </QueryForm>
    </Panel>
  );
}
