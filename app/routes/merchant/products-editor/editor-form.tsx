import { useForm } from "@conform-to/react";
import { MOST_SIZES, type ManagedProduct } from "~/features/products/schema";
import { apart, row, stack, visuallyHidden } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { SavedHere } from "~/ui/local-draft/draft-offer";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { AvailabilityPill } from "../products/availability";
import { piecesOf } from "../products/pieces-of";
import { DISCOUNT_TYPES, STATUSES, statusesOf, TAX_CLASSES } from "./choices";
import type { Allergen } from "~/features/food-information/words";
import type { OwnCategory } from "./categories.server";
import { fieldsOf, NEW_PRODUCT, type EditorFields } from "./fields-of";
import { FOOD_LABELS } from "./food-form";
import { FoodPanel } from "./food-panel";
import { NO_FILES, mergeFiles } from "./files";
import { InventoryPanel } from "./inventory-panel";
import { MediaPanel } from "./media-panel";
import { PricingPanel } from "./pricing-panel";
import { DRAW } from "./intents";
import type { ProductForm } from "./product-form";
import type { Returned } from "./save.server";
import { ShippingPanel } from "./shipping-panel";
import { SeasonPanel } from "./season-panel";
import { SizesPanel } from "./sizes-panel";
import * as styles from "./styles.css";
import { VariationPanel } from "./variation-panel";

export interface EditorProps {
  /** Left out for a new product. */
  product?: ManagedProduct;
  /** Version and digests of the product when the page was made, for `OpenedWith`. */
  opened?: string;
  categories: OwnCategory[];
  /** The allergens that the law of the market requires a statement on. */
  allergens: Allergen[];
  returned: Returned | undefined;
  idempotencyKey: string;
}

const SOLD_LABELS = {
  name: "Name",
  amount: "Price",
  sku: "SKU",
  barcode: "Barcode",
  quantity: "Quantity",
  vatAmount: "VAT amount",
  lowStockAt: "Low at",
  content: "Net content",
  drained: "Drained weight",
};

/** The labels of the fields of the further sizes. Each names its size. */
const SIZE_LABELS = Object.fromEntries(
  Array.from({ length: MOST_SIZES - 1 }, (_, index) =>
    Object.entries(SOLD_LABELS).map(([field, label]) => [`sizes[${index}].${field}`, `Size ${index + 2}, ${label}`]),
  ).flat(),
);

const LABELS = {
  ...SIZE_LABELS,
  ...SOLD_LABELS,
  sizeName: "Name of the first size",
  sizes: "Sizes",
  category: "Product Category",
  tags: "Product Tags",
  availType: "Status",
  photos: "Photos",
  videoFile: "Video",
  weight: "Weight",
  height: "Height",
  length: "Length",
  width: "Width",
  image: "Photos",
  isPhysical: "This is a physical product",
  seasonFrom: "Season from",
  seasonUntil: "Season to",
  seasonYearly: "Every year",
  noticeHours: "Notice, hours",
  ...FOOD_LABELS,
};

/** Add Product and Edit Product: plain HTML. With scripts, files upload by themselves. */
export function EditorForm({ product, opened, categories, allergens, returned, idempotencyKey }: EditorProps) {
  const [form, fields] = useForm<EditorFields, ProductForm>({
    id: "product",
    lastResult: returned?.lastResult,
    defaultValue: product ? fieldsOf(product) : NEW_PRODUCT,
  });
  const ofProduct = {
    images: [...(product?.image ?? []), ...(product?.waiting?.image ?? [])],
    videos: [product?.video ?? [], product?.waiting?.video ?? []].flat(),
  };
  const files = mergeFiles(ofProduct, returned?.files ?? NO_FILES);
  const standing = product?.availType ?? "draft";

  return (
    <PostForm
      form={form}
      encType="multipart/form-data"
      noValidate
      enterIntent=""
      idempotencyKey={returned?.key ?? idempotencyKey}
      // Files upload while the merchant types.
      data-needs-scripts
    >
      {/* A script presses this if the present form has no place for fields of a draft. */}
      <button
        className={visuallyHidden}
        name="intent"
        value={DRAW}
        formNoValidate
        tabIndex={-1}
        aria-hidden="true"
        data-draws-form
      />
      <div className={classNames(row, apart)}>
        <div className={row}>
          <h1>{product ? "Edit Product" : "Add Product"}</h1>
          {product ? (
            <AvailabilityPill availType={standing} runsLow={product.runsLow} quantity={piecesOf(product.variants)} />
          ) : null}
        </div>
        <ButtonLink variant="quiet" to={product ? `/merchant/products/${product._id}` : "/merchant/products"}>
          Cancel
        </ButtonLink>
      </div>
      <FormErrors form={form} labels={LABELS} />
      {opened ? (
        <OpenedWith
          form={form}
          opened={opened}
          conflicts={returned?.conflicts}
          labels={LABELS}
          options={{ category: categories, availType: STATUSES, discountType: DISCOUNT_TYPES, taxClass: TAX_CLASSES }}
        />
      ) : null}
      {returned?.wrong ? <Notice still type="danger" message={returned.wrong.join(", ")} /> : null}
      <div className={styles.editor}>
        <Panel title="General Information" stacked>
          <TextField
            field={fields.title}
            label="Title"
            optional={false}
            hint="5 to 100 characters. Say what it is; how much it is stands below, under Net content."
            enterKeyHint="next"
          />
          <TextAreaField
            field={fields.description}
            label="Description"
            optional={false}
            hint="At least 20 characters."
          />
        </Panel>
        <Panel title="Category and tags" className={styles.aside} stacked>
          <SelectField
            field={fields.category}
            label="Product Category"
            optional={false}
            placeholder="Choose a category"
            options={categories}
            hint={
              <>
                What your store sells is set in <Link to="/merchant/account_settings">Settings</Link>.
              </>
            }
          />
          <TextField
            field={fields.tags}
            label="Product Tags"
            optional
            hint="Separate tags with commas."
            enterKeyHint="next"
          />
        </Panel>
        <div className={classNames(stack, styles.further)}>
          <PricingPanel fields={fields} />
          <InventoryPanel fields={fields} product={product} />
          <MediaPanel form={form} fields={fields} known={files} />
          <SizesPanel form={form} fields={fields} />
          <FoodPanel field={fields.food} allergens={allergens} />
          <VariationPanel form={form} field={fields.variations} />
          <ShippingPanel fields={fields} />
          <SeasonPanel fields={fields} />
          {standing === "published" ? (
            <p className={styles.soft}>
              Stock, price, season and notice change at once. Title, description, category, tags, photos, video and food
              information are looked over first; until then the shop shows what is published.
            </p>
          ) : null}
        </div>
      </div>
      <FormBar>
        <div className={styles.standing}>
          <p className={visuallyHidden} role="status" data-said="uploaded" />
          <SavedHere />
          <p role="status" data-said="waiting" />
        </div>
        <div className={styles.status}>
          <SelectField
            field={fields.availType}
            label="Status"
            hiddenLabel
            optional={false}
            options={statusesOf(standing)}
          />
        </div>
        <SubmitButton>{product ? "Save Product" : "Add Product"}</SubmitButton>
      </FormBar>
    </PostForm>
  );
}
