import type { ManagedProduct } from "~/features/products/schema";
import { dollars } from "~/ui/price/money";
import { TAX_CLASSES } from "../products-editor/choices";
import * as styles from "./styles.css";

type Fact = readonly [name: string, value: string];

/** Names and values, line by line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value], place) => (
        <div key={`${name}${place}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function figuresOf({
  amount,
  discountedPrice,
  discountPercentage,
  discountType,
  taxClass,
  vatAmount,
}: ManagedProduct): Fact[] {
  return [
    ["Price", dollars(amount)],
    ["Discount", discountType === "percentage" ? `${discountPercentage} %` : "No discount"],
    ...(discountedPrice === undefined ? [] : [["Price with discount", dollars(discountedPrice)] as const]),
    ["Tax class", TAX_CLASSES.find(({ value }) => value === taxClass)?.label ?? taxClass],
    ["VAT amount", dollars(vatAmount)],
  ];
}

export function inventoryOf({ sku, barcode, quantity, lowStockAt }: ManagedProduct): Fact[] {
  return [
    ["SKU", sku],
    ["Barcode", barcode],
    ["Quantity", String(quantity)],
    ...(lowStockAt === null ? [] : [["Low at", String(lowStockAt)] as const]),
  ];
}

export function shippingOf({ isPhysical, measurement: { weight, height, length, width } }: ManagedProduct): Fact[] {
  const measured = (value: number | null, unit: string) => (value === null ? "Not given" : `${value}\u00a0${unit}`);
  return [
    ["Physical product", isPhysical ? "Yes" : "No"],
    ["Weight", measured(weight, "kg")],
    ["Height", measured(height, "cm")],
    ["Length", measured(length, "cm")],
    ["Width", measured(width, "cm")],
  ];
}
