import type { ManagedProduct } from "~/features/products/schema";
import { contentInWords } from "~/features/products/net-content-schema";
import { noticeInWords, seasonInWords } from "~/features/products/season-schema";
import { dollars } from "~/ui/price/money";
import { TAX_CLASSES } from "../products-editor/choices";
import * as styles from "./styles.css";

type Fact = readonly [name: string, value: string];

/** Names and values, one pair on each line. */
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
  originalPrice,
  discountPercentage,
  discountType,
  taxClass,
  vatAmount,
  content,
  drained,
}: ManagedProduct): Fact[] {
  return [
    ["Price", dollars(amount)],
    ["Discount", discountType === "percentage" ? `${discountPercentage} %` : "No discount"],
    ...(discountedPrice === undefined ? [] : [["Price with discount", dollars(discountedPrice)] as const]),
    ...(originalPrice === undefined ? [] : [["Price struck through", dollars(originalPrice)] as const]),
    ["Tax class", TAX_CLASSES.find(({ value }) => value === taxClass)?.label ?? taxClass],
    ["VAT amount", dollars(vatAmount)],
    ...(content ? [["Net content", contentInWords(content)] as const] : []),
    ...(drained ? [["Drained weight", contentInWords(drained)] as const] : []),
  ];
}

/** The sizes of a product that has several, each with its price, content, SKU and stock. */
export function sizesOf({ variants }: ManagedProduct): Fact[] {
  return variants.map(({ name, amount, content, sku, quantity, isPending }): Fact => {
    const parts = [dollars(amount), content && contentInWords(content), sku, `${quantity} in stock`];
    return [isPending ? `${name} (in review)` : name, parts.filter(Boolean).join(" · ")];
  });
}

export function inventoryOf({ sku, barcode, quantity, lowStockAt }: ManagedProduct): Fact[] {
  return [
    ["SKU", sku],
    ["Barcode", barcode],
    ["Quantity", String(quantity)],
    ...(lowStockAt === null ? [] : [["Low at", String(lowStockAt)] as const]),
  ];
}

export function shippingOf({
  isPhysical,
  measurement: { weight, height, length, width },
  season,
  noticeHours,
}: ManagedProduct): Fact[] {
  const measured = (value: number | null, unit: string) => (value === null ? "Not given" : `${value}\u00a0${unit}`);
  return [
    ["Physical product", isPhysical ? "Yes" : "No"],
    ["Weight", measured(weight, "kg")],
    ["Height", measured(height, "cm")],
    ["Length", measured(length, "cm")],
    ["Width", measured(width, "cm")],
    ...(season ? [["Season", seasonInWords(season)] as const] : []),
    ...(noticeHours > 0 ? [["Notice", noticeInWords(noticeHours)] as const] : []),
  ];
}
