import { getInputProps, useForm } from "@conform-to/react";
import type { ManagedProduct, ManagedSize } from "~/features/products/schema";
import type { Refused } from "~/session/form.server";
import { visuallyHidden } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import type { AnyField } from "~/ui/field/conform-field";
import { FieldError } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Stepper } from "~/ui/stepper/stepper";
import * as styles from "./styles.css";

/** A size to be counted: its id, its product, and the title of both. */
export interface Stocked extends Pick<
  ManagedSize,
  "_id" | "sku" | "quantity" | "stockVersion" | "lowStockAt" | "runsLow"
> {
  productId: string;
  title: string;
}

/** The sizes of a product. Each is counted separately. */
export const stockedOf = ({ _id: productId, title, variants }: ManagedProduct): Stocked[] =>
  variants.map(({ _id, name, sku, quantity, stockVersion, lowStockAt, runsLow }) => ({
    _id,
    productId,
    title: name ? `${title}, ${name}` : title,
    sku,
    quantity,
    stockVersion,
    lowStockAt,
    runsLow,
  }));

/** The most rows in a form: a row has five fields, and a form 400 at most. */
const MOST_ROWS = 78;

interface StockRowsProps {
  products: Stocked[];
  /** The stall's mark of low stock. */
  stallMark: number;
  refusal: Refused | undefined;
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

/**
 * The stock of every product on the page, with its folded marks of low stock. One button saves all changes. The − and +
 * of a row count in its field. Without scripts they save at once.
 */
export function StockRows({ products: all, stallMark, refusal, idempotencyKey }: StockRowsProps) {
  const [products, productsLeftOut] = [all.slice(0, MOST_ROWS), all.slice(MOST_ROWS)];
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
    lastResult: refusal?.lastResult,
  });
  const rows = fields.rows.getFieldset();
  const isMarkRefused = products.some((product) => rows[rowName(product)]?.getFieldset().mark.errors);
  const labels = Object.fromEntries(
    products.flatMap((product) => [
      [`rows.${rowName(product)}.quantity`, `Stock of ${product.title}`],
      [`rows.${rowName(product)}.mark`, `Low at, of ${product.title}`],
    ]),
  );
  return (
    <PostForm form={form} enterIntent="stock" idempotencyKey={idempotencyKey} className={styles.form}>
      <FormErrors form={form} labels={labels} />
      <Panel as="div" className={styles.panel}>
        <ul className={styles.rows}>
          {products.map((product) => {
            const row = rows[rowName(product)];
            return row ? <StockRow key={product._id} product={product} fields={row.getFieldset()} /> : null;
          })}
          {productsLeftOut.map(({ _id, productId, title, quantity }) => (
            <li key={_id} className={styles.product}>
              <Link to={`/merchant/products/${productId}/edit`}>{title}</Link>
              <p>{quantity} in stock. Change it in the editor.</p>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel as="div">
        <Disclosure title="Low at: when you are told" open={isMarkRefused}>
          <p className={soft}>
            From so many pieces down a product runs low. Empty: {stallMark}, your stall’s own mark.
          </p>
          <ul className={styles.marks}>
            {products.map((product) => {
              const mark = rows[rowName(product)]?.getFieldset().mark;
              return mark ? (
                <li key={product._id}>
                  <TextField
                    field={mark}
                    label={
                      <>
                        <span className={visuallyHidden}>Low at of </span>
                        {product.title}
                      </>
                    }
                    inputMode="numeric"
                    placeholder={String(stallMark)}
                    optional
                    enterKeyHint="next"
                  />
                </li>
              ) : null;
            })}
          </ul>
        </Disclosure>
      </Panel>
      <FormBar>
        <SubmitButton intent="stock">Save the stock</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

function StockRow({ product, fields }: { product: Stocked; fields: Fields }) {
  const { productId, title, sku, quantity: pieces, runsLow } = product;
  const { quantity, before, version, markBefore } = fields;
  const { key, ...input } = getInputProps(quantity, { type: "number" });
  return (
    <li className={styles.product}>
      <div className={styles.name}>
        <Link to={`/merchant/products/${productId}`}>{title}</Link>
        <p className={styles.detail}>
          {sku} {pieces === 0 ? <Pill tone="tomato">Out of stock</Pill> : null}
          {pieces > 0 && runsLow ? <Pill tone="honey">Low stock</Pill> : null}
        </p>
      </div>
      <HiddenField field={before} />
      <HiddenField field={version} />
      <HiddenField field={markBefore} />
      <Stepper
        key={key}
        value={pieces}
        min={0}
        of={title}
        enterIntent={null}
        suffix={`.${rowName(product)}`}
        field={{ ...input, min: 0, "aria-label": `In stock of ${title}`, enterKeyHint: "next" }}
      />
      <FieldError id={quantity.errorId} error={quantity.errors} />
    </li>
  );
}

/** A value as the page showed it, sent with the form and kept when the form is refused. */
function HiddenField({ field }: { field: AnyField }) {
  const { key, ...props } = getInputProps(field, { type: "hidden" });
  return <input key={key} {...props} />;
}
