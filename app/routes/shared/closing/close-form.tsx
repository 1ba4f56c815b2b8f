import { useForm } from "@conform-to/react";
import { MOST_ANSWER_DAYS, type ClosingChoices } from "~/features/closed-times/schema";
import { weekdayInWords } from "~/features/days";
import { hoursInWords } from "~/features/delivery/words-schema";
import { Choice } from "~/routes/shared/way-times/slot-choices";
import { times as timesGrid } from "~/routes/shared/way-times/way-times.css";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { ordersInWords } from "./times-to-close";

interface CloseFormProps {
  choices: ClosingChoices;
  /** Whether the market closes the time for all stalls. */
  isMarket?: boolean;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The most other times to show. */
const MOST_TIMES = 12;

const LABELS = {
  next: "The orders",
  time: "The other time",
  silent: "Who does not answer",
  answerDays: "Days to answer",
};

/** The choice between moving the orders of a time and refunding them, with their number and their sum. */
export function CloseForm({ choices, isMarket = false, refusal, idempotencyKey }: CloseFormProps) {
  const { orders, amount, ready, marketDay } = choices;
  const fieldValues = refusal?.lastResult.initialValue ?? {};
  const [form, fields] = useForm<{ reason: string; answerDays: number }>({
    id: "close-time",
    lastResult: refusal?.lastResult,
    defaultValue: { answerDays: 2 },
  });
  const times = choices.times.slice(0, MOST_TIMES);
  const canMove = times.some(({ fits }) => fits);
  const next = fieldValues["next"] ?? (canMove ? "move" : "money_back");
  return (
    <>
      <Panel stacked>
        <p>
          <b>{ordersInWords(choices)}</b>
        </p>
        <p className={soft}>
          {weekdayInWords(choices.day)}, {choices.name}. Nothing is ordered for this time any more, and each customer is
          told by one letter{isMarket ? ", for all stalls of the order; the stalls are told as well" : ""}.
          {ready > 0 ? ` ${ready} of the orders ${ready === 1 ? "is" : "are"} packed already.` : ""}
        </p>
      </Panel>
      <Panel title="What becomes of the orders" stacked>
        <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
          <FormErrors form={form} labels={LABELS} />
          <input type="hidden" name="orders" value={orders} />
          <input type="hidden" name="amount" value={amount} />
          {marketDay && !isMarket ? (
            <p className={small}>
              A market day belongs to the market: it stays open for the other stalls. You can give the money for your
              orders back; ask the market&apos;s team to move all of them.
            </p>
          ) : null}
          {canMove ? (
            <>
              <Choice
                name="next"
                value="move"
                isChosen={next === "move"}
                title="Move all of them to another time"
                note="Choose it below. Customers may refuse and get their money back."
              />
              <div className={timesGrid}>
                {times.map(({ day, from, to, placesLeft, fits }) => (
                  <Choice
                    key={`${day}T${from}`}
                    name="time"
                    value={`${day}T${from}`}
                    isChosen={fieldValues["time"] === `${day}T${from}`}
                    isClosed={!fits}
                    title={`${weekdayInWords(day)}, ${hoursInWords(from, to)}`}
                    note={placesInWords(placesLeft, orders)}
                  />
                ))}
              </div>
              <h3>Customers who do not answer</h3>
              <Choice
                name="silent"
                value="come"
                isChosen={fieldValues["silent"] !== "money_back"}
                title="come at the new time"
              />
              <Choice
                name="silent"
                value="money_back"
                isChosen={fieldValues["silent"] === "money_back"}
                title="get their money back"
              />
              <TextField
                field={fields.answerDays}
                label="Days to answer"
                type="number"
                min={1}
                max={MOST_ANSWER_DAYS}
                hint="At the longest until the new time begins."
                optional={false}
              />
            </>
          ) : null}
          <Choice
            name="next"
            value="money_back"
            isChosen={next === "money_back"}
            title={`Give all of it back: ${dollars(amount)}`}
            note="With the fees of the way, in an hour. The goods are for sale again."
          />
          <TextAreaField
            field={fields.reason}
            label="Reason"
            hint={isMarket ? "Customers and stalls read it: a storm." : "Your customers read it: a storm, an illness."}
            rows={3}
            optional={false}
          />
          <p className={classNames(small, soft)}>You can take it back for an hour.</p>
          <SubmitButton variant="danger">Close this time</SubmitButton>
        </PostForm>
      </Panel>
    </>
  );
}

function placesInWords(placesLeft: number | null, orders: number): string {
  if (placesLeft === null) return "As many places as you need";
  const placesInWords = placesLeft === 1 ? "1 place left" : `${placesLeft} places left`;
  return placesLeft < orders ? `${placesInWords}, ${orders} are needed` : placesInWords;
}
