import { toCents } from "~/features/fields";
import { Field, Fields, Input } from "~/ui/field/field";
import { dollars } from "~/ui/price/money";
import { fieldOf, type Choice, type Figure } from "./choice";
import * as styles from "./styles.css";

interface LineFiguresProps {
  /** Lines of an order that are not refunded in full. Prices in dollars. */
  lines: {
    _id: string;
    product: { title: string };
    price: number;
    quantity: number;
    refundedQuantity: number;
    refunded: number;
  }[];
  choice: Pick<Choice, "typed" | "problems">;
}

/** The pieces or the amount to refund of each line. Problems of all lines together come first. */
export function LineFigures({ lines, choice: { typed, problems } }: LineFiguresProps) {
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
    <>
      {problems.map(({ field, message }) =>
        field === "" ? (
          <p key={message} role="alert" className={styles.problem}>
            {message}
          </p>
        ) : null,
      )}
      {lines.map(({ _id, product, price, quantity, refundedQuantity, refunded }) => {
        const [pieces, money] = [control("quantity", _id), control("amount", _id)];
        const restQuantity = quantity - refundedQuantity;
        const leftCents = toCents(price) * quantity - toCents(refunded);
        return (
          <fieldset key={_id} className={styles.line}>
            <legend>{product.title}</legend>
            <Fields>
              <Field
                {...pieces.field}
                label="Pieces"
                hint={`${restQuantity} left, bought for ${dollars(price)} each`}
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
    </>
  );
}
