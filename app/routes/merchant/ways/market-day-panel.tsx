import { useForm } from "@conform-to/react";
import { takePart, type MerchantMarketDay } from "~/features/delivery/market-day-schema";
import { hoursInWords } from "~/features/delivery/words-schema";
import { weekdayInWords } from "~/features/days";
import { z } from "~/features/zod";
import { DAYS } from "~/routes/shared/way-times/time-rows";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { ChoiceField } from "~/ui/field/choice-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";

/** The form to take part, as typed. An empty field means no notice. */
export const joinForm = z.object({
  noticeHours: z
    .string()
    .trim()
    .default("")
    .transform((hours) => (hours === "" ? 0 : Number(hours)))
    .pipe(takePart.shape.noticeHours),
  isPaidThere: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

interface MarketDayPanelProps {
  day: MerchantMarketDay;
  /** Whether the market allows paying at collection. */
  mayBePaidThere: boolean;
  idempotencyKey: string;
}

/** A market day, and the buttons with which a stall takes part or leaves. */
export function MarketDayPanel({ day, mayBePaidThere, idempotencyKey }: MarketDayPanelProps) {
  const { _id, name, address, directions, times, fee, takesPart, noticeHours, isPaidThere, stalls } = day;
  const refusal = useAnswer<Refused>();
  const isMine = refusal?.lastResult.initialValue?.["marketDay"] === _id;
  const [form, fields] = useForm<z.input<typeof joinForm>>({
    id: `market-day-${_id}`,
    defaultValue: {
      noticeHours: noticeHours === 0 ? "" : String(noticeHours),
      ...(isPaidThere && { isPaidThere: "on" as const }),
    },
    lastResult: isMine ? refusal.lastResult : undefined,
  });
  return (
    <Panel
      title={`Market day: ${name}`}
      action={<Pill tone={takesPart ? "leaf" : "grey"}>{takesPart ? "You take part" : "Without you"}</Pill>}
      stacked
    >
      <p>
        {address}
        {directions ? `. ${directions}` : ""}
      </p>
      <p>{times.map(timeInWords).join("; ")}.</p>
      <p className={classNames(small, soft)}>
        {stalls === 1 ? "1 stall takes part." : `${stalls} stalls take part.`} Buyers collect from all of them at once,
        with one code.
        {fee > 0
          ? ` An order pays ${dollars(fee)} once, however many stalls are in it; you get the share of your goods.`
          : ""}
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ noticeHours: "Notice", isPaidThere: "Paying there" }} />
        <input type="hidden" name="marketDay" value={_id} />
        <TextField
          field={fields.noticeHours}
          label="Notice, in hours"
          hint="How long before a time you need an order, where that is earlier than the market closes orders."
          inputMode="numeric"
          optional
        />
        {mayBePaidThere ? (
          <ChoiceField
            field={fields.isPaidThere}
            label="Buyers can pay when they collect"
            hint="Whoever hands over takes the money: you for your goods, or the market’s staff for the whole order, who give you yours."
            required={false}
          />
        ) : isPaidThere ? (
          <input type="hidden" name={fields.isPaidThere.name} value="on" />
        ) : null}
        <div className={row}>
          <SubmitButton intent="join">{takesPart ? "Save" : "Take part"}</SubmitButton>
          {takesPart ? (
            <SubmitButton intent="leave" variant="quiet" formNoValidate>
              Leave
            </SubmitButton>
          ) : null}
        </div>
      </PostForm>
    </Panel>
  );
}

function timeInWords({ weekday, day, from, to }: MerchantMarketDay["times"][number]): string {
  const name = weekday === null ? weekdayInWords(day) : DAYS[weekday - 1]?.label;
  return `${name ?? ""}, ${hoursInWords(from, to)}`;
}
