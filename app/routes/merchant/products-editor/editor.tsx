import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "@remix-run/react";
import type { Image } from "~/features/fields";
import type { Video } from "~/features/media/schema";
import type { ManagedProduct } from "~/features/products/schema";
import { stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { AvailabilityPill } from "../products/availability";
import { statusesOf } from "./choices";
import { fieldsOf, NEW_PRODUCT, type EditorFields } from "./fields-of";
import { MediaPanel } from "./media-panel";
import { PricingPanel } from "./pricing-panel";
import { productForm, type ProductForm } from "./product-form";
import type { Returned } from "./save.server";
import { ShippingPanel } from "./shipping-panel";
import * as styles from "./styles.css";
import { VariationPanel } from "./variation-panel";

export interface EditorProps {
  /** None: a new one. */
  product?: ManagedProduct;
  categories: { value: string; label: string }[];
  returned: Returned | undefined;
  idempotencyKey: string;
}

const LABELS = {
  amount: "Price", sku: "SKU", vatAmount: "VAT amount", category: "Product Category", tags: "Product Tags", availType: "Status", photos: "Photos", videoFile: "Video",
  weight: "Weight", height: "Height", length: "Length", width: "Width",
};

/** Add Product and Edit Product: one form. It is checked on each change once scripts run, and on the server always. */
export function Editor({ product, categories, returned, idempotencyKey }: EditorProps) {
  const [form, fields] = useForm<EditorFields, ProductForm>({
    id: "product",
    lastResult: returned?.lastResult,
    defaultValue: product ? fieldsOf(product) : NEW_PRODUCT,
    defaultNoValidate: false,
    shouldValidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: productForm }),
  });
  const known: { images: Image[]; videos: Video[] } = {
    images: [...(product?.image ?? []), ...(product?.waiting?.image ?? []), ...(returned?.files.images ?? [])],
    videos: [product?.video ?? [], product?.waiting?.video ?? [], returned?.files.videos ?? []].flat(),
  };
  const standing = product?.availType ?? "draft";
  return (
    <PostForm form={form} encType="multipart/form-data" noValidate enterIntent="" idempotencyKey={idempotencyKey}>
      <h1>{product ? "Edit Product" : "Add Product"}</h1>
      <FormErrors form={form} labels={LABELS} />
      {returned?.wrong ? <Notice still type="danger" message={returned.wrong.join(", ")} /> : null}
      <div className={styles.editor}>
        <div className={stack}>
          <Panel title="General Information" stacked>
            <TextField field={fields.title} label="Title" optional={false} hint="5 to 100 characters. Say what it is and how much." enterKeyHint="next" />
            <TextAreaField field={fields.description} label="Description" optional={false} hint="At least 20 characters." />
          </Panel>
          <MediaPanel form={form} fields={fields} known={known} />
          <PricingPanel form={form} fields={fields} />
          <Panel title="Inventory" stacked>
            <Fields columns={3}>
              <TextField field={fields.sku} label="SKU" optional={false} enterKeyHint="next" autoCapitalize="none" />
              <TextField field={fields.barcode} label="Barcode" optional={false} enterKeyHint="next" />
              <TextField field={fields.quantity} label="Quantity" optional={false} inputMode="numeric" enterKeyHint="next" />
            </Fields>
            {product ? <input type="hidden" name={fields.quantityBefore.name} value={fields.quantityBefore.initialValue ?? String(product.quantity)} /> : null}
          </Panel>
          <VariationPanel form={form} field={fields.variations} />
          <ShippingPanel fields={fields} />
        </div>
        <div className={stack}>
          <Panel title="Status" action={<AvailabilityPill availType={standing} quantity={product?.quantity ?? 0} />}>
            <SelectField
              field={fields.availType} label="Status" hiddenLabel optional={false} options={statusesOf(standing)}
              hint={standing === "published" ? "Stock and price change at once. Title, description, category, tags, photos and video are looked over first; until then the shop shows what is published." : undefined}
            />
          </Panel>
          <Panel title="Category and tags" stacked>
            <SelectField
              field={fields.category} label="Product Category" optional={false} placeholder="Choose a category" options={categories}
              hint={<>What your store sells is set in <Link to="/merchant/account_settings">Settings</Link>.</>}
            />
            <TextField field={fields.tags} label="Product Tags" optional hint="Separate tags with commas." enterKeyHint="done" />
          </Panel>
        </div>
      </div>
      <FormBar>
        <ButtonLink variant="quiet" to={product ? `/merchant/products/${product._id}` : "/merchant/products"}>Cancel</ButtonLink>
        <SubmitButton>{product ? "Save Product" : "Add Product"}</SubmitButton>
      </FormBar>
    </PostForm>
  );
}
