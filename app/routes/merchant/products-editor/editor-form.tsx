import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigation } from "@remix-run/react";
import { useEffect, type FormEvent, type ReactNode } from "react";
import type { ManagedProduct } from "~/features/products/schema";
import { stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import type { Draft } from "~/ui/local-draft/drafts";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import type { Uploads } from "~/ui/uploads/use-uploads";
import { AvailabilityPill } from "../products/availability";
import { statusesOf } from "./choices";
import { fieldsOf, NEW_PRODUCT, type EditorFields } from "./fields-of";
import { NO_FILES, together, type Files, type Kept } from "./files";
import { InventoryPanel } from "./inventory-panel";
import { MediaPanel } from "./media-panel";
import { PricingPanel } from "./pricing-panel";
import { productForm, type ProductForm } from "./product-form";
import type { Restored } from "./restored";
import type { Returned } from "./save.server";
import { ShippingPanel } from "./shipping-panel";
import * as styles from "./styles.css";
import { VariationPanel } from "./variation-panel";

interface EditorFormProps {
  /** None: a new one. */
  product?: ManagedProduct;
  categories: { value: string; label: string }[];
  returned: Returned | undefined;
  restored: Restored | undefined;
  idempotencyKey: string;
  uploads: Uploads<Kept>;
  /** Files that have been uploaded from this page. */
  uploaded: Files;
  /** A file is whole: the form holds its id from now on. */
  onUploaded(kept: Kept, kind: string, name: string): void;
  /** The form was sent, and passes its own checks. */
  onSend(event: FormEvent<HTMLFormElement>): void;
  /** A draft of an earlier visit is wanted back. */
  onRestore(draft: Draft): void;
  /** How things stand, beside the buttons. */
  standing: ReactNode;
}

const LABELS = {
  amount: "Price",
  sku: "SKU",
  vatAmount: "VAT amount",
  lowStockAt: "Low at",
  category: "Product Category",
  tags: "Product Tags",
  availType: "Status",
  photos: "Photos",
  videoFile: "Video",
  weight: "Weight",
  height: "Height",
  length: "Length",
  width: "Width",
};

/** The form itself. It is checked on each change once scripts run, and on the server always. */
export function EditorForm({
  product,
  categories,
  returned,
  restored,
  idempotencyKey,
  uploads,
  uploaded,
  onUploaded,
  onSend,
  onRestore,
  standing: beside,
}: EditorFormProps) {
  const [form, fields] = useForm<EditorFields, ProductForm>({
    id: "product",
    lastResult: returned?.lastResult,
    defaultValue: restored?.values ?? (product ? fieldsOf(product) : NEW_PRODUCT),
    defaultNoValidate: false,
    shouldValidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: productForm }),
  });
  const ofProduct = {
    images: [...(product?.image ?? []), ...(product?.waiting?.image ?? [])],
    videos: [product?.video ?? [], product?.waiting?.video ?? []].flat(),
  };
  const known = together(ofProduct, returned?.files ?? NO_FILES, restored?.files ?? NO_FILES, uploaded);
  const standing = product?.availType ?? "draft";

  // One at a time: each is a change of the form.
  const [arrived] = uploads.arrived;
  // On its way, the form may not be changed.
  const held = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (!arrived || held || !uploads.queue.take(arrived.key)) return;
    const { kept, kind, name } = arrived;
    onUploaded(kept, kind, name);
    if (kind === "video") form.update({ name: fields.video.name, value: kept._id });
    else form.insert({ name: fields.image.name, defaultValue: kept._id });
  });

  return (
    <PostForm
      form={form}
      encType="multipart/form-data"
      noValidate
      enterIntent=""
      idempotencyKey={idempotencyKey}
      onSubmit={onSend}
      onRestore={onRestore}
      // Files go up while one types, and its fields come and go.
      data-needs-scripts
    >
      <h1>{product ? "Edit Product" : "Add Product"}</h1>
      <FormErrors form={form} labels={LABELS} />
      {returned?.wrong ? <Notice still type="danger" message={returned.wrong.join(", ")} /> : null}
      <div className={styles.editor}>
        <div className={stack}>
          <Panel title="General Information" stacked>
            <TextField
              field={fields.title}
              label="Title"
              optional={false}
              hint="5 to 100 characters. Say what it is and how much."
              enterKeyHint="next"
            />
            <TextAreaField
              field={fields.description}
              label="Description"
              optional={false}
              hint="At least 20 characters."
            />
          </Panel>
          <MediaPanel form={form} fields={fields} known={known} uploads={uploads} />
          <PricingPanel form={form} fields={fields} />
          <InventoryPanel fields={fields} product={product} />
          <VariationPanel form={form} field={fields.variations} />
          <ShippingPanel fields={fields} />
        </div>
        <div className={stack}>
          <Panel title="Status" action={<AvailabilityPill availType={standing} runsLow={product?.runsLow ?? false} />}>
            <SelectField
              field={fields.availType}
              label="Status"
              hiddenLabel
              optional={false}
              options={statusesOf(standing)}
              hint={
                standing === "published"
                  ? "Stock and price change at once. Title, description, category, tags, photos and video are looked over first; until then the shop shows what is published."
                  : undefined
              }
            />
          </Panel>
          <Panel title="Category and tags" stacked>
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
              enterKeyHint="done"
            />
          </Panel>
        </div>
      </div>
      <FormBar>
        {beside}
        <ButtonLink variant="quiet" to={product ? `/merchant/products/${product._id}` : "/merchant/products"}>
          Cancel
        </ButtonLink>
        <SubmitButton>{product ? "Save Product" : "Add Product"}</SubmitButton>
      </FormBar>
    </PostForm>
  );
}
