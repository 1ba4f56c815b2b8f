import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FoldedPanel } from "~/ui/panel/folded-panel";
import { hasErrors, seasonSummary } from "./fold-summaries";
import type { PanelProps } from "./panel-props";

/** The days on which a product is sold, and the notice that it needs. */
export function SeasonPanel({ fields }: Pick<PanelProps, "fields">) {
  return (
    <FoldedPanel
      title="Season and notice"
      summary={seasonSummary(fields)}
      open={hasErrors([fields.seasonFrom, fields.seasonUntil, fields.seasonYearly, fields.noticeHours])}
    >
      <Fields>
        <TextField
          field={fields.seasonFrom}
          label="Season from"
          type="date"
          optional
          enterKeyHint="next"
          hint="Outside of its season a product can be seen and not bought. Empty: all year."
        />
        <TextField field={fields.seasonUntil} label="Season to" type="date" optional enterKeyHint="next" />
      </Fields>
      <ChoiceField field={fields.seasonYearly} label="Every year" required={false} />
      <Fields>
        <TextField
          field={fields.noticeHours}
          label="Notice, hours"
          optional
          inputMode="numeric"
          enterKeyHint="next"
          hint="How long before it is wanted it must be ordered, for example 48."
        />
      </Fields>
    </FoldedPanel>
  );
}
