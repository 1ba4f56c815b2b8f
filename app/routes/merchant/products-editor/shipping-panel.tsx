import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FoldedPanel } from "~/ui/panel/folded-panel";
import { hasErrors, shippingSummary } from "./fold-summaries";
import type { PanelProps } from "./panel-props";

export function ShippingPanel({ fields }: Pick<PanelProps, "fields">) {
  const measure = { optional: true, inputMode: "decimal", enterKeyHint: "next" } as const;
  return (
    <FoldedPanel
      title="Shipping"
      summary={shippingSummary(fields)}
      open={hasErrors([fields.isPhysical, fields.weight, fields.height, fields.length, fields.width])}
    >
      <ChoiceField field={fields.isPhysical} label="This is a physical product" required={false} />
      <Fields columns={4}>
        <TextField field={fields.weight} label="Weight, kg" {...measure} />
        <TextField field={fields.height} label="Height, cm" {...measure} />
        <TextField field={fields.length} label="Length, cm" {...measure} />
        <TextField field={fields.width} label="Width, cm" {...measure} />
      </Fields>
    </FoldedPanel>
  );
}
