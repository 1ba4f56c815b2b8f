import type { ManagedProduct } from "~/features/products/schema";
import type { ProductForm } from "./product-form";

/** The form's fields as texts, as they stand in the page. A type, since conform wants a record. */
export type EditorFields = {
  title: string;
  description: string;
  photos: File;
  videoFile: File;
  image: string[];
  video: string;
  amount: string;
  discountType: string;
  discountPercentage: string;
  taxClass: string;
  vatAmount: string;
  sku: string;
  barcode: string;
  quantity: string;
  quantityBefore: string;
  lowStockAt: string;
  lowStockBefore: string;
  variations: { variation: string; value: string }[];
  isPhysical: boolean;
  weight: string;
  height: string;
  length: string;
  width: string;
  category: string;
  tags: string;
  availType: string;
};

const textOf = (value: number | null) => (value === null ? "" : String(value));
const EMPTY_ROW = { variation: "", value: "" };

export const NEW_PRODUCT = {
  variations: [EMPTY_ROW],
  isPhysical: true,
  availType: "draft",
  discountType: "none",
  taxClass: "standard",
};

/** A product as its form shows it; a change that waits for review is gone on with. */
export function fieldsOf(product: ManagedProduct) {
  const { title, description, category, tags, image, video } = product.waiting ?? product;
  const { measurement, variations } = product;
  return {
    title,
    description,
    category: category._id,
    tags: tags.join(", "),
    image: image.map(({ _id }) => _id),
    video: video?._id ?? "",
    amount: product.amount.toFixed(2),
    discountType: product.discountType,
    discountPercentage: product.discountPercentage > 0 ? String(product.discountPercentage) : "",
    taxClass: product.taxClass,
    vatAmount: product.vatAmount > 0 ? product.vatAmount.toFixed(2) : "",
    sku: product.sku,
    barcode: product.barcode,
    quantity: String(product.quantity),
    quantityBefore: String(product.quantity),
    lowStockAt: textOf(product.lowStockAt),
    lowStockBefore: textOf(product.lowStockAt),
    variations: variations.length > 0 ? variations : [EMPTY_ROW],
    isPhysical: product.isPhysical,
    weight: textOf(measurement.weight),
    height: textOf(measurement.height),
    length: textOf(measurement.length),
    width: textOf(measurement.width),
    availType: product.availType,
  } satisfies Record<keyof ProductForm, unknown>;
}
