import type { FieldMetadata } from "@conform-to/react";
import type { ManagedProduct } from "~/features/products/schema";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { Panel } from "~/ui/panel/panel";
import type { EditorFields } from "./fields-of";
import type { PanelProps } from "./panel-props";

type StockOfSize = {
  [Name in "sku" | "barcode" | "quantity" | "lowStockAt"]: FieldMetadata<string, EditorFields, string[]>;
};

/** Codes and stock of a size, and the stock from which it counts as low. */
export function StockFields({ fields, hint }: { fields: StockOfSize; hint?: string }) {
  return (
    <>
      <TextField field={fields.sku} label="SKU" optional={false} enterKeyHint="next" autoCapitalize="none" />
      <TextField field={fields.barcode} label="Barcode" optional={false} enterKeyHint="next" />
      <TextField field={fields.quantity} label="Quantity" optional={false} inputMode="numeric" enterKeyHint="next" />
      <TextField
        field={fields.lowStockAt}
        label="Low at"
        optional
        inputMode="numeric"
        enterKeyHint="next"
        {...(hint && { hint })}
      />
    </>
  );
}

/** The stock of a product, and its mark of low stock. Hidden fields carry both as the page showed them. */
export function InventoryPanel({ fields, product }: Pick<PanelProps, "fields"> & { product?: ManagedProduct }) {
  return (
    <Panel title="Inventory" stacked>
      <Fields>
        <StockFields fields={fields} hint="You are told from so many pieces down. Empty: your stall’s own mark." />
      </Fields>
      {product ? (
        <>
          <input
            type="hidden"
            name={fields.quantityBefore.name}
            value={fields.quantityBefore.initialValue ?? String(product.quantity)}
          />
          <input
            type="hidden"
            name={fields.stockVersion.name}
            value={fields.stockVersion.initialValue ?? String(product.stockVersion)}
          />
          <input type="hidden" name={fields.lowStockBefore.name} value={fields.lowStockBefore.initialValue ?? ""} />
        </>
      ) : null}
    </Panel>
  );
}
