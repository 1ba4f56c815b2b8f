import type { OperatorProduct } from "~/features/product-review/operator-schema";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "../operator.css";
import { STANDING } from "../standing";

interface ProductFactsProps {
  product: OperatorProduct;
  since: string;
  deleted: string | null;
}

/** Facts of a product that an operator needs before deciding about it. */
export function ProductFacts({ product, since, deleted }: ProductFactsProps) {
  const { _id, merchant, category, image, amount, quantity, sku, status } = product;
  return (
    <Panel title="Product" action={<Pill tone={STANDING[status].tone}>{STANDING[status].label}</Pill>} stacked>
      <Thumb image={image} tint={category.tint} size={104} />
      <dl className={styles.terms}>
        <dt>Stall</dt>
        <dd>
          <Link to={`/operator/merchants/${merchant._id}`}>{merchant.storeName || merchant.email}</Link>
        </dd>
        <dt>Price</dt>
        <dd>{dollars(amount)}</dd>
        <dt>In stock</dt>
        <dd>{quantity}</dd>
        <dt>SKU</dt>
        <dd>{sku}</dd>
        <dt>Category</dt>
        <dd>{category.title}</dd>
        <dt>Added</dt>
        <dd>
          <time dateTime={product.createdAt}>{since}</time>
        </dd>
        {product.deletedAt ? (
          <>
            <dt>Deleted</dt>
            <dd>
              <time dateTime={product.deletedAt}>{deleted}</time> by its merchant
            </dd>
          </>
        ) : null}
        <dt>ID</dt>
        <dd>{_id}</dd>
      </dl>
      {status === "on-sale" ? (
        <p>
          <Link to={`/products/${_id}`}>See it in the shop</Link>
        </p>
      ) : null}
    </Panel>
  );
}
