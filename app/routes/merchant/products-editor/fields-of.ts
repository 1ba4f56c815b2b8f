import { NO_FOOD } from "~/features/food-information/schema";
import { contentInWords, type NetContent } from "~/features/products/net-content-schema";
import type { ManagedProduct, ManagedSize } from "~/features/products/schema";
import type { FormValues } from "~/session/merged-form.server";
import { foodFieldsOf, type FoodFields } from "~/features/food-information/typed-food";
import { foodValuesOf } from "./food-form";
import type { ProductForm } from "./product-form";

/** A new further size, as texts. It is the only list of a size's fields in the form. */
export const NEW_SIZE = {
  id: "",
  name: "",
  amount: "",
  vatAmount: "",
  content: "",
  drained: "",
  soldBy: "piece",
  margin: "",
  sku: "",
  barcode: "",
  quantity: "",
  quantityBefore: "",
  stockVersion: "",
  lowStockAt: "",
  lowStockBefore: "",
};
export type SizeFields = typeof NEW_SIZE;
export const SIZE_FIELDS = Object.keys(NEW_SIZE) as (keyof SizeFields)[];

/** The first size is in the form itself. Its fields have the same names as in a row, except two. */
export const nameOfFirst = (field: keyof SizeFields): string =>
  field === "id" ? "sizeId" : field === "name" ? "sizeName" : field;

/** The form's fields as texts, as the page shows them. A type, because conform needs a record. */
export type EditorFields = Omit<SizeFields, "id" | "name"> & {
  title: string;
  description: string;
  photos: File;
  videoFile: File;
  image: string[];
  video: string;
  discountType: string;
  discountPercentage: string;
  taxClass: string;
  sizeId: string;
  sizeName: string;
  sizes: SizeFields[];
  variations: { variation: string; value: string }[];
  isPhysical: boolean;
  weight: string;
  height: string;
  length: string;
  width: string;
  seasonFrom: string;
  seasonUntil: string;
  seasonYearly: boolean;
  noticeHours: string;
  category: string;
  tags: string;
  food: FoodFields;
  availType: string;
};

const contentText = (content: NetContent | undefined) =>
  content ? contentInWords(content).replaceAll("\u00a0", " ") : "";

/** The fields of a size as texts. */
const soldFields = (
  size: Pick<
    ManagedSize,
    | "amount"
    | "vatAmount"
    | "content"
    | "drained"
    | "sku"
    | "barcode"
    | "quantity"
    | "stockVersion"
    | "lowStockAt"
    | "weighed"
  >,
) => ({
  amount: (size.weighed?.price ?? size.amount).toFixed(2),
  soldBy: size.weighed ? "weight" : "piece",
  margin: size.weighed ? String(size.weighed.margin) : "",
  vatAmount: size.vatAmount > 0 ? size.vatAmount.toFixed(2) : "",
  content: contentText(size.content),
  drained: contentText(size.drained),
  sku: size.sku,
  barcode: size.barcode,
  quantity: String(size.quantity),
  quantityBefore: String(size.quantity),
  stockVersion: String(size.stockVersion),
  lowStockAt: textOf(size.lowStockAt),
  lowStockBefore: textOf(size.lowStockAt),
});

/** The sizes of a product to be edited. A change that waits for review takes the place of the saved values. */
function editedSizes({ variants, waiting }: ManagedProduct): ManagedSize[] {
  const changes = new Map(waiting?.sizes?.map((size) => [size._id, size]));
  return variants.map(({ content, drained, ...size }) => ({
    ...size,
    ...(changes.get(size._id) ?? { ...(content && { content }), ...(drained && { drained }) }),
  }));
}

const textOf = (value: number | null) => (value === null ? "" : String(value));
const EMPTY_ROW = { variation: "", value: "" };

export const NEW_PRODUCT = {
  variations: [EMPTY_ROW],
  isPhysical: true,
  availType: "draft",
  discountType: "none",
  soldBy: "piece",
  taxClass: "standard",
  food: foodFieldsOf(NO_FOOD),
};

/** A product as its form shows it. A change that waits for review takes the place of the saved values. */
export function fieldsOf(product: ManagedProduct) {
  const { title, description, category, tags, image, video, food } = product.waiting ?? product;
  const { measurement, variations, season, noticeHours } = product;
  const [first, ...otherSizes] = editedSizes(product);
  return {
    title,
    description,
    category: category._id,
    tags: tags.join(", "),
    image: image.map(({ _id }) => _id),
    video: video?._id ?? "",
    ...soldFields(first ?? product),
    sizeId: first?._id ?? "",
    sizeName: first?.name ?? "",
    sizes: otherSizes.map((size): SizeFields => ({ id: size._id, name: size.name, ...soldFields(size) })),
    discountType: product.discountType,
    discountPercentage: product.discountPercentage > 0 ? String(product.discountPercentage) : "",
    taxClass: product.taxClass,
    variations: variations.length > 0 ? variations : [EMPTY_ROW],
    isPhysical: product.isPhysical,
    weight: textOf(measurement.weight),
    height: textOf(measurement.height),
    length: textOf(measurement.length),
    width: textOf(measurement.width),
    seasonFrom: season?.from ?? "",
    seasonUntil: season?.until ?? "",
    seasonYearly: season?.yearly ?? false,
    noticeHours: noticeHours > 0 ? String(noticeHours) : "",
    food: foodFieldsOf(food),
    availType: product.availType,
  } satisfies Record<keyof ProductForm, unknown>;
}

/** The fields that others may change, by their names in the form. Stock and low-stock mark are handled separately. */
export function recordValuesOf(product: ManagedProduct): FormValues {
  const {
    quantityBefore: _seen,
    stockVersion: _count,
    lowStockBefore: _mark,
    sizeId: _first,
    food,
    ...values
  } = fieldsOf(product);
  return { ...values, ...foodValuesOf(food) };
}

/** A value of the form in words, for a field that was also changed by someone else meanwhile. */
export function valueInWords(name: string, values: string[]): string {
  if (name === "image") return values.length === 1 ? "1 photo" : `${values.length} photos`;
  if (name === "video") return values.length > 0 ? "a video" : "";
  if (["isPhysical", "seasonYearly", "food.noAllergens"].includes(name))
    return values.length > 0 ? "ticked" : "not ticked";
  if (name === "sizes") return values.length === 1 ? "1 further size" : "further sizes";
  return values.join(", ");
}
