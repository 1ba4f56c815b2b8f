import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus, Trash2 } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import type { z } from "~/features/zod";
import { Button } from "~/ui/button/button";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { BLANK_TIME, CUT_OFFS, DAYS, type timeRow } from "./time-rows";
import * as styles from "./way-times.css";

interface TimesPanelProps<Typed extends Record<string, unknown>> {
  form: FormMetadata<Typed, string[]>;
  field: FieldMetadata<z.input<typeof timeRow>[] | undefined, Typed, string[]>;
  /** A sentence about the times. */
  children: ReactNode;
}

/** The times of a delivery method or of a market day as rows, with buttons that add and remove rows. */
export function TimesPanel<Typed extends Record<string, unknown>>({ form, field, children }: TimesPanelProps<Typed>) {
  const rows = field.getFieldList();
  return (
    <Panel title="Times" stacked>
      <p>{children}</p>
      {rows.map((row, index) => {
        const { weekday, day, from, to, capacity, cutOff, cutOffTime } = row.getFieldset();
        return (
          <fieldset key={row.key} className={styles.timeRow}>
            <legend>{`Time ${index + 1}`}</legend>
            <div className={styles.timeFields}>
              <SelectField field={weekday} label="Day" options={DAYS} />
              <TextField field={day} label="If one day alone" type="date" optional />
              <TextField field={from} label="From" type="time" optional />
              <TextField field={to} label="To" type="time" optional />
              <TextField field={capacity} label="Orders at most" inputMode="numeric" optional />
              <SelectField field={cutOff} label="Orders close" options={CUT_OFFS} />
              <TextField field={cutOffTime} label="At, if that is asked" type="time" optional />
            </div>
            {rows.length > 1 ? (
              <Button variant="quiet" {...form.remove.getButtonProps({ name: field.name, index })}>
                <Icon of={Trash2} /> Remove time {index + 1}
              </Button>
            ) : null}
          </fieldset>
        );
      })}
      <Button variant="quiet" {...form.insert.getButtonProps({ name: field.name, defaultValue: BLANK_TIME })}>
        <Icon of={Plus} /> Add a time
      </Button>
    </Panel>
  );
}
