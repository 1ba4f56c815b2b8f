import { Price } from "~/ui/price/price";
import { unitPriceOf } from "../cards";
import { contentBeside } from "../size-words";
import type { ProductPage, ShownSize } from "./product-page";
import * as styles from "./styles.css";

interface SizeChoiceProps {
  sizes: ShownSize[];
  chosen: string;
  inCart: ProductPage["inCart"];
}

/** The sizes of a product as radio buttons, each with its price and availability. They post the field `product`. */
export function SizeChoice({ sizes, chosen, inCart }: SizeChoiceProps) {
  return (
    <fieldset className={styles.sizes} id="sizes">
      <legend>Size</legend>
      {sizes.map((size) => (
        <label key={size._id} className={styles.sizeOption}>
          <input
            type="radio"
            name="product"
            value={size._id}
            defaultChecked={size._id === chosen}
            disabled={size.left === 0}
          />
          <span>
            <b>{size.name}</b>
            <span className={styles.sizeFacts}>{factsOf(size)}</span>
            {size.weighed ? <span className={styles.sizeFacts}>You pay what it weighs</span> : null}
          </span>
          <Price amount={size.amount} original={size.originalPrice} lead={size.weighed && "at most"} />
          <input type="hidden" name={`had.${size._id}`} value={inCart[size._id] ?? 0} />
          <input type="hidden" name={`seen.${size._id}`} value={size.amount} />
        </label>
      ))}
    </fieldset>
  );
}

function factsOf(size: ShownSize): string {
  const { left } = size;
  const stock = left === 0 ? "Out of Stock" : left === null ? "" : `${left} left`;
  return [contentBeside(size), unitPriceOf(size).unitPrice?.now, stock].filter(Boolean).join(" · ");
}
