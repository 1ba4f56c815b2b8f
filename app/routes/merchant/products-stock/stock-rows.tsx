import { getInputProps, useForm } from "@conform-to/react";
import type { ManagedProduct, ManagedSize } from "~/features/products/schema";
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

/** A size as it is counted: its id, its product, and the title of both. */
export interface Stocked extends Pick<ManagedSize, "_id" | "sku" | "quantity" | "stockVersion" | "lowStockAt"> {
  productId: string;
  title: string;
}

/** The sizes of a product, each of which is counted by itself. */
export const stockedOf = ({ _id: productId, title, variants }: ManagedProduct): Stocked[] =>
  variants.map(({ _id, name, sku, quantity, stockVersion, lowStockAt }) => ({
    _id,
    productId,
    title: name ? `${title}, ${name}` : title,
    sku,
    quantity,
    stockVersion,
    lowStockAt,
  }));

/** Rows that one form can have: five fields each, and a form has 400 at most. */
const MOST_ROWS = 78;

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
  version: AnyField;
  mark: AnyField;
  markBefore: AnyField;
}

export const rowName = ({ _id }: Stocked) => `p${_id}`;
export const typedMark = ({ lowStockAt }: Stocked) => (lowStockAt === null ? "" : String(lowStockAt));

/** The stock of every product on the page, and its mark: one press saves what was changed. */
export function StockRows({ products: all, stallMark, refused, idempotencyKey }: StockRowsProps) {
  const [products, others] = [all.slice(0, MOST_ROWS), all.slice(MOST_ROWS)];
  const [form, fields] = useForm<Typed>({
    id: "stock",
    defaultValue: {
      rows: Object.fromEntries(
        products.map((product) => {
          const [quantity, mark] = [String(product.quantity), typedMark(product)];
          const version = String(product.stockVersion);
          return [rowName(product), { quantity, before: quantity, version, mark, markBefore: mark }];
        }),
      ),
    },
    lastResult: refused?.lastResult,
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
          {others.map(({ _id, productId, title, quantity }) => (
            <li key={_id} className={styles.product}>
              <Link to={`/merchant/products/${productId}/edit`}>{title}</Link>
              <p>{quantity} in stock. Change it in the editor.</p>
            </li>
          ))}
        </ul>
      </Panel>
      <FormBar>
        <SubmitButton intent="stock">Save the stock</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

function StockRow({
  product: { productId, title, sku },
  stallMark,
  fields: { quantity, before, version, mark, markBefore },
}: {
  product: Stocked;
  stallMark: number;
  fields: Fields;
}) {
  return (
    <li className={styles.product}>
      <div className={styles.name}>
        <Link to={`/merchant/products/${productId}`}>{title}</Link>
        <div className={classNames(small, soft)}>{sku}</div>
      </div>
      <HiddenField field={before} />
      <HiddenField field={version} />
      <HiddenField field={markBefore} />
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

/** A value as the page showed it: sent back with the form, also when it was refused. */
function HiddenField({ field }: { field: AnyField }) {
  const { key, ...props } = getInputProps(field, { type: "hidden" });
  return <input key={key} {...props} />;
}
