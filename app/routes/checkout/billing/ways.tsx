import type { Option, Slot, StallOptions } from "~/features/delivery/schema";
import { hoursInWords, momentInWords } from "~/features/delivery/words-schema";
import { weekdayInWords } from "~/features/days";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { FieldError } from "~/ui/field/field";
import { SubmitButton } from "~/ui/form/submit-button";
import * as styles from "./ways.css";

/** How many times of a way stand there at once. */
const TIMES_AT_ONCE = 6;

interface WaysProps {
  stalls: StallOptions[];
  timeZone: string;
  /** The chosen value of each stall, by merchant. */
  chosen: Record<string, string | undefined>;
  errors: Record<string, string[] | undefined>;
}

/** The value of a choice: a way, and the day and the beginning of its time. */
const valueOf = (option: Option, slot?: Slot): string => [option.method, slot?.day ?? "", slot?.from ?? ""].join("|");

/** How the goods of each stall get to the buyer. Stalls that send by carrier to everywhere are not asked about. */
export function Ways({ stalls, timeZone, chosen, errors }: WaysProps) {
  const asking = stalls.filter(({ options }) => options.length > 0);
  if (asking.length === 0) return null;
  return (
    <section className={stack} id="ways">
      <h2>How it gets to you</h2>
      {asking.map((stall) => (
        <StallWays
          key={stall.merchant}
          stall={stall}
          timeZone={timeZone}
          chosen={chosen[stall.merchant]}
          error={errors[stall.merchant]}
        />
      ))}
      <div>
        <SubmitButton variant="quiet" intent="ways" formNoValidate>
          Update times
        </SubmitButton>
      </div>
    </section>
  );
}

interface StallWaysProps {
  stall: StallOptions;
  timeZone: string;
  chosen: string | undefined;
  error: string[] | undefined;
}

function StallWays({ stall: { merchant, storeName, options }, timeZone, chosen, error }: StallWaysProps) {
  const name = `ways.${merchant}`;
  const [only] = options;
  if (options.length === 1 && only && !only.hasTimes && !only.closed)
    return (
      <p>
        <b>{storeName}</b>: {only.name}. There is nothing to choose.
        <input type="hidden" name={name} value={valueOf(only)} />
      </p>
    );
  return (
    <fieldset className={styles.stall} id={`checkout-${name}`} tabIndex={-1}>
      <legend>{storeName || "A stall without a name"}</legend>
      {options.map((option) =>
        option.hasTimes || option.closed ? (
          <div key={option.method} className={styles.way}>
            <p>
              <b>{option.name}</b>
              {option.address ? <span className={soft}>, {option.address}</span> : null}
              {option.closed ? (
                <span className={classNames(small, soft)}> Not possible: {option.closed.message}</span>
              ) : null}
            </p>
            {option.closed ? null : <Times option={option} name={name} timeZone={timeZone} chosen={chosen} />}
          </div>
        ) : (
          <Choice
            key={option.method}
            name={name}
            value={valueOf(option)}
            isChosen={chosen === valueOf(option)}
            title={option.name}
          />
        ),
      )}
      <FieldError id={`checkout-${name}-error`} error={error} />
    </fieldset>
  );
}

interface TimesProps extends Pick<StallWaysProps, "timeZone" | "chosen"> {
  option: Option;
  name: string;
}

function Times({ option, name, timeZone, chosen }: TimesProps) {
  const choices = option.slots.map((slot) => {
    const value = valueOf(option, slot);
    return (
      <Choice
        key={value}
        name={name}
        value={value}
        isChosen={chosen === value}
        isClosed={slot.closed !== null}
        title={`${weekdayInWords(slot.day)}, ${hoursInWords(slot.from, slot.to)}`}
        note={noteOf(slot, timeZone)}
      />
    );
  });
  const later = option.slots.slice(TIMES_AT_ONCE);
  return (
    <>
      <div className={styles.times}>{choices.slice(0, TIMES_AT_ONCE)}</div>
      {later.length > 0 ? (
        <Disclosure
          title={later.length === 1 ? "1 more time" : `${later.length} more times`}
          open={later.some((slot) => valueOf(option, slot) === chosen)}
        >
          <div className={styles.times}>{choices.slice(TIMES_AT_ONCE)}</div>
        </Disclosure>
      ) : null}
    </>
  );
}

function noteOf({ closed, cutOffAt, placesLeft }: Slot, timeZone: string): string {
  const moment = momentInWords(cutOffAt, timeZone);
  if (closed === "past_cut_off") return `Closed. Orders were taken until ${moment}`;
  if (closed === "slot_full") return "Full. All places are taken";
  const few = placesLeft !== null && placesLeft <= 5 ? `, ${placesLeft} left` : "";
  return `Order by ${moment}${few}`;
}

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  isClosed?: boolean;
  title: string;
  note?: string;
}

function Choice({ name, value, isChosen, isClosed = false, title, note }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} defaultChecked={isChosen && !isClosed} disabled={isClosed} />
      <span>
        <b>{title}</b>
        {note ? <span className={classNames(small, soft, styles.note)}>{note}</span> : null}
      </span>
    </label>
  );
}
