import { Plus, Trash2 } from "~/ui/icon/icons";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { TextField } from "~/ui/field/text-field";
import { Icon } from "~/ui/icon/icon";
import { FoldedPanel } from "~/ui/panel/folded-panel";
import { hasErrors, variationSummary } from "./fold-summaries";
import type { EditorForm, PanelProps } from "./panel-props";
import * as styles from "./styles.css";

/** Rows for the variations of a product. Add and remove are submits that keep the form. */
export function VariationPanel({ form, field }: { form: EditorForm; field: PanelProps["fields"]["variations"] }) {
  const rows = field.getFieldList();
  return (
    <FoldedPanel title="Variation" summary={variationSummary(field)} open={rows.length > 1 || hasErrors([field])}>
      {rows.map((row, index) => {
        const { variation, value } = row.getFieldset();
        return (
          <div key={row.key} className={styles.variant}>
            <TextField field={variation} label="Variation" optional enterKeyHint="next" />
            <TextField field={value} label="Value" optional enterKeyHint="next" />
            {rows.length > 1 ? (
              <RoundButton
                {...form.remove.getButtonProps({ name: field.name, index })}
                label={`Remove variant ${index + 1}`}
              >
                <Icon of={Trash2} />
              </RoundButton>
            ) : null}
          </div>
        );
      })}
      <Button
        variant="quiet"
        {...form.insert.getButtonProps({ name: field.name, defaultValue: { variation: "", value: "" } })}
      >
        <Icon of={Plus} /> Add Variant
      </Button>
    </FoldedPanel>
  );
}
