import { getInputProps, useForm } from "@conform-to/react";
import type { ManagedProduct } from "~/features/products/schema";
import type { Refused } from "~/session/form.server";
import { visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import type { AnyField } from "~/ui/field/conform-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

export type Stocked = Pick<ManagedProduct, "_id" | "title" | "sku" | "quantity" | "lowStockAt">;

interface StockRowsProps {
  products: Stocked[];
  /** The stall's mark of low stock. */
  stallMark: number;
  refused: Refused | undefined;
  idempotencyKey: string;
}

interface Typed {
  rows: Record<string, Record<keyof Fields, string>>;
}
interface Fields {
  quantity: AnyField;
  before: AnyField;
  mark: AnyField;
  markBefore: AnyField;
}

const rowName = ({ _id }: Stocked) => `p${_id}`;
const typedMark = ({ lowStockAt }: Stocked) => (lowStockAt === null ? "" : String(lowStockAt));

/** The stock of every product on the page, and its mark: one press saves what was changed. */
export function StockRows({ products, stallMark, refused, idempotencyKey }: StockRowsProps) {
  const [form, fields] = useForm<Typed>({
    id: "stock",
    defaultValue: {
      rows: Object.fromEntries(
        products.map((product) => {
          const [quantity, mark] = [String(product.quantity), typedMark(product)];
          return [rowName(product), { quantity, before: quantity, mark, markBefore: mark }];
        }),
      ),
    },
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  const rows = fields.rows.getFieldset();
  const labels = Object.fromEntries(
    products.flatMap((product) => [
      [`rows.${rowName(product)}.quantity`, `Stock of ${product.title}`],
      [`rows.${rowName(product)}.mark`, `Low at, of ${product.title}`],
    ]),
  );
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={styles.form}>
      <FormErrors form={form} labels={labels} />
      <Panel as="div">
        <ul>
          {products.map((product) => {
            const row = rows[rowName(product)];
            return row ? (
              <StockRow key={product._id} product={product} stallMark={stallMark} fields={row.getFieldset()} />
            ) : null;
          })}
        </ul>
      </Panel>
      <FormBar>
        <SubmitButton intent="stock">Save the stock</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

function StockRow({
  product: { _id, title, sku },
  stallMark,
  fields: { quantity, before, mark, markBefore },
}: {
  product: Stocked;
  stallMark: number;
  fields: Fields;
}) {
  return (
    <li className={styles.product}>
      <div className={styles.name}>
        <Link to={`/merchant/products/${_id}`}>{title}</Link>
        <div className={classNames(small, soft)}>{sku}</div>
      </div>
      <Seen field={before} />
      <Seen field={markBefore} />
      <TextField
        field={quantity}
        label={
          <>
            In stock<span className={visuallyHidden}> of {title}</span>
          </>
        }
        inputMode="numeric"
        optional={false}
        enterKeyHint="next"
      />
      <TextField
        field={mark}
        label={
          <>
            Low at<span className={visuallyHidden}> of {title}</span>
          </>
        }
        inputMode="numeric"
        placeholder={String(stallMark)}
        optional
        enterKeyHint="next"
      />
    </li>
  );
}

/** What the page showed: sent back with the form, also when it was refused. */
function Seen({ field }: { field: AnyField }) {
  const { key, ...props } = getInputProps(field, { type: "hidden" });
  return <input key={key} {...props} />;
}
