import { getInputProps, useForm } from "@conform-to/react";
import type { LineToWeigh, SizeToWeigh } from "~/features/merchant-orders/weigh-schema";
import { contentInWords } from "~/features/products/net-content-schema";
import type { Refused } from "~/session/form.server";
import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import type { AnyField } from "~/ui/field/conform-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./styles.css";

interface Line extends LineToWeigh {
  /** The name of its row in the form. */
  row: string;
  /** The index of the first piece with a field. `shownWeights` are the weights from it on. */
  start: number;
  shownWeights: (number | null)[];
}
type Size = Omit<SizeToWeigh, "lines"> & { lines: Line[] };

interface Typed {
  rows: Record<string, { order: string; start: string; pieces: string[]; confirmed: string }>;
}

/** A weight as it is typed: in grams, or in pounds with a decimal point. */
const typedWeight = (weight: number | null, per: Line["per"]) =>
  weight === null ? "" : String(per === "kg" ? Math.round(weight * 1000) : weight);
const pieceName = ({ itemId, weights, start }: Line, piece: number) =>
  weights.length > 1 ? `#${itemId}, piece ${start + piece + 1} of ${weights.length}` : `#${itemId}`;

/** A field for each piece, by product, because one product is weighed at a time. One button saves all weights. */
export function WeighForm({
  sizes,
  refusal,
  idempotencyKey,
}: {
  sizes: Size[];
  refusal: Refused | undefined;
  idempotencyKey: string;
}) {
  const lines = sizes.flatMap((size) => size.lines);
  const [form, fields] = useForm<Typed>({
    id: "weigh",
    defaultValue: {
      rows: Object.fromEntries(
        lines.map((line) => [
          line.row,
          { order: line.order, pieces: line.shownWeights.map((weight) => typedWeight(weight, line.per)) },
        ]),
      ),
    },
    lastResult: refusal?.lastResult,
  });
  const rows = fields.rows.getFieldset();
  const labels = Object.fromEntries(
    lines.flatMap((line) =>
      line.shownWeights.map((_, piece) => [`rows.${line.row}.pieces[${piece}]`, `Weight of ${pieceName(line, piece)}`]),
    ),
  );
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={styles.form}>
      <FormErrors form={form} labels={labels} />
      <div className={styles.sizes}>
        {sizes.map((size) => (
          <Panel as="div" key={size._id}>
            <SizeHead size={size} />
            <ul>
              {size.lines.map((line) => {
                const row = rows[line.row]?.getFieldset();
                return row ? (
                  <LineRow
                    key={line._id}
                    line={line}
                    pieces={row.pieces.getFieldList()}
                    order={row.order}
                    start={row.start}
                    confirmed={row.confirmed}
                  />
                ) : null;
              })}
            </ul>
          </Panel>
        ))}
      </div>
      <p className={soft}>
        A buyer never pays more than when they ordered. What is lighter goes back to their card when you save.
      </p>
      <FormBar>
        <SubmitButton>Save weights</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

function SizeHead({ size: { title, image, usual, lines } }: { size: Size }) {
  const [first] = lines;
  const count = lines.reduce((sum, { weights }) => sum + weights.length, 0);
  const weighed = lines.reduce((sum, { weights }) => sum + weights.filter((weight) => weight !== null).length, 0);
  const price = first ? `${dollars(first.price)} per ${first.per}` : "";
  const detail = [usual ? `usual ${contentInWords(usual)}` : "", price].filter(Boolean).join(" · ");
  return (
    <div className={styles.head}>
      <div className={styles.goods}>
        <Thumb image={image[0]} size={44} />
        <div>
          <h2 className={styles.title}>{title}</h2>
          <p className={classNames(small, soft)}>{detail}</p>
        </div>
      </div>
      <b className={classNames(num, styles.count)}>
        {weighed} / {count}
      </b>
    </div>
  );
}

function LineRow({
  line,
  pieces,
  order,
  start,
  confirmed,
}: {
  line: Line;
  pieces: AnyField[];
  order: AnyField;
  start: AnyField;
  confirmed: AnyField;
}) {
  const isAsked = pieces.some(({ errors }) => errors !== undefined && errors.length > 0);
  const { key, ...tick } = getInputProps(confirmed, { type: "checkbox", value: "yes" });
  return (
    <li className={styles.line}>
      <input type="hidden" name={order.name} value={line.order} />
      {line.start > 0 ? <input type="hidden" name={start.name} value={line.start} /> : null}
      <p className={styles.order}>
        <b className={num}>#{line.itemId}</b>
        <span className={classNames(small, soft)}>{line.buyer}</span>
      </p>
      <div className={styles.pieces}>
        {pieces.map((field, piece) => (
          <TextField
            key={field.key}
            field={field}
            label={`Weight of ${pieceName(line, piece)}`}
            hiddenLabel
            suffix={line.per === "kg" ? "g" : "lb"}
            inputMode="decimal"
            enterKeyHint="next"
            optional
          />
        ))}
        {isAsked ? (
          <label className={styles.confirm} htmlFor={tick.id}>
            <input key={key} {...tick} required={false} className={styles.tick} /> It is right, save it so
          </label>
        ) : null}
        {line.shownWeights.length < line.weights.length ? (
          <p className={classNames(small, soft)}>
            {line.shownWeights.length} of {line.weights.length} pieces; the next once these are saved
          </p>
        ) : null}
      </div>
      <p className={styles.due}>
        {line.due === null ? (
          <span className={classNames(small, soft)}>at most {dollars(line.most)}</span>
        ) : (
          <b className={num}>{dollars(line.due)}</b>
        )}
      </p>
    </li>
  );
}
