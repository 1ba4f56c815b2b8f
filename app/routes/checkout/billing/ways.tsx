import type { Option, StallOptions } from "~/features/delivery/schema";
import { momentInWords, timeInWords, wayInWords } from "~/features/delivery/words-schema";
import { followsDay, sharedDays, type SharedDay } from "~/features/delivery/together-schema";
import { Choice, SlotChoices } from "~/routes/shared/way-times/slot-choices";
import * as styles from "~/routes/shared/way-times/way-times.css";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars } from "~/ui/price/money";
import { additionValue, onlyOption, valueOf, type ChosenWays } from "./way-choices";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { FieldError } from "~/ui/field/field";
import { SubmitButton } from "~/ui/form/submit-button";

interface WaysProps {
  stalls: StallOptions[];
  timeZone: string;
  chosen: ChosenWays;
  /** The chosen time of each market day that several stalls share. */
  chosenTimes: ChosenWays;
  errors: Record<string, string[] | undefined>;
}

/** ", $4.00, free from $30.00": the price of a delivery method. Empty if it is free in any case. */
function priceInWords({ fee, freeFrom, shared }: Option): string {
  if (fee === 0) return freeFrom === null ? "" : ", free";
  if (shared) return `, ${dollars(fee)} once for all stalls there`;
  return `, ${dollars(fee)}${freeFrom === null ? "" : `, free from ${dollars(freeFrom)}`}`;
}

/** The choice of a delivery method for each stall. A stall that sends everywhere by carrier has no choice. */
export function Ways({ stalls, timeZone, chosen, chosenTimes, errors }: WaysProps) {
  const stallsToChoose = stalls.filter(({ options, additions }) => options.length + additions.length > 0);
  if (stallsToChoose.length === 0) return null;
  const days = sharedDays(stallsToChoose);
  return (
    <section className={stack} id="ways">
      <h2>How it gets to you</h2>
      {days.map((day) => (
        <MarketDayWays
          key={day.option.method}
          day={day}
          stalls={stallsToChoose}
          timeZone={timeZone}
          time={chosenTimes[day.option.method]}
          chosen={chosen}
          errors={errors}
        />
      ))}
      {stallsToChoose
        .filter(
          ({ merchant }) =>
            !days.some(({ stalls: stallsOfDay }) => stallsOfDay.some((one) => one.merchant === merchant)),
        )
        .map((stall) => (
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
          Update times and prices
        </SubmitButton>
      </div>
    </section>
  );
}

interface MarketDayWaysProps extends Pick<WaysProps, "stalls" | "timeZone" | "chosen" | "errors"> {
  day: SharedDay;
  /** The chosen time for all of its stalls. */
  time: string | undefined;
}

/** The time of a market day, chosen once for all its stalls. Each stall can also be chosen for separately. */
function MarketDayWays({ day, stalls, timeZone, time, chosen, errors }: MarketDayWaysProps) {
  const { option, slots } = day;
  const names = new Intl.ListFormat("en").format(day.stalls.map(({ storeName }) => storeName || "a stall"));
  const following = followsDay(option.method);
  const members = stalls.filter(({ merchant }) => day.stalls.some((one) => one.merchant === merchant));
  const missing = members.find(({ merchant }) => errors[merchant] && (chosen[merchant] ?? following) === following);
  return (
    <fieldset className={styles.stall} id={`checkout-marketDays.${option.method}`} tabIndex={-1}>
      <legend>{option.name}</legend>
      <p>
        {day.stalls.length} stalls, collected together with one code: {names}.{" "}
        {option.fee > 0 ? `${dollars(option.fee)} for all of them. ` : ""}
        <span className={soft}>{option.address}</span>
        {option.isPaidThere ? <span className={classNames(small, soft)}> · can be paid there</span> : null}
      </p>
      <SlotChoices
        slots={slots}
        name={`marketDays.${option.method}`}
        timeZone={timeZone}
        chosen={time}
        valueOf={(slot) => [slot.day, slot.from].join("|")}
      />
      <FieldError id={`checkout-marketDays.${option.method}-error`} error={missing && errors[missing.merchant]} />
      <Disclosure
        title="Choose for each stall instead"
        open={members.some(
          ({ merchant, additions }) =>
            additions.length > 0 || errors[merchant] || (chosen[merchant] ?? following) !== following,
        )}
      >
        <div className={stack}>
          {members.map((stall) => (
            <StallWays
              key={stall.merchant}
              stall={stall}
              timeZone={timeZone}
              chosen={chosen[stall.merchant] ?? following}
              error={errors[stall.merchant]}
              following={{ value: following, name: option.name }}
            />
          ))}
        </div>
      </Disclosure>
    </fieldset>
  );
}

interface StallWaysProps {
  stall: StallOptions;
  timeZone: string;
  chosen: string | undefined;
  error: string[] | undefined;
  /** The choice to follow the chosen time of a market day of several stalls. */
  following?: { value: string; name: string };
}

function StallWays({ stall, timeZone, chosen, error, following }: StallWaysProps) {
  const { merchant, storeName, options, additions, advice } = stall;
  const name = `ways.${merchant}`;
  const onlyWay = onlyOption(stall);
  if (onlyWay && options.length === 1 && additions.length === 0)
    return (
      <p>
        <b>{storeName}</b>: {onlyWay.name}
        {priceInWords(onlyWay)}. There is nothing to choose.
        <input type="hidden" name={name} value={valueOf(onlyWay)} />
      </p>
    );
  return (
    <fieldset className={styles.stall} id={`checkout-${name}`} tabIndex={-1}>
      <legend>{storeName || "A stall without a name"}</legend>
      {following ? (
        <Choice
          name={name}
          value={following.value}
          isChosen={chosen === following.value}
          title={`With the others at ${following.name}`}
        />
      ) : null}
      {additions.map((addition) => (
        <Choice
          key={addition.order}
          name={name}
          value={additionValue(addition)}
          isChosen={chosen === additionValue(addition)}
          title={`Together with your order #${addition.itemId}: ${timeInWords(addition)}`}
          note={`${wayInWords(addition)}, at no further fee. Order by ${momentInWords(addition.until, timeZone)}`}
        />
      ))}
      {options.map((option) =>
        option.hasTimes || option.closed ? (
          <div key={option.method} className={styles.way}>
            <p>
              <b>{option.name}</b>
              {option.closed ? null : priceInWords(option)}
              {option.address ? <span className={soft}>, {option.address}</span> : null}
              {option.isPaidThere ? <span className={classNames(small, soft)}> · can be paid there</span> : null}
              {option.closed ? (
                <span className={classNames(small, soft)}> Not possible: {option.closed.message}</span>
              ) : null}
            </p>
            {option.closed ? null : (
              <SlotChoices
                slots={option.slots}
                name={name}
                timeZone={timeZone}
                chosen={chosen}
                valueOf={(slot) => valueOf(option, slot)}
              />
            )}
          </div>
        ) : (
          <Choice
            key={option.method}
            name={name}
            value={valueOf(option)}
            isChosen={chosen === valueOf(option) || option === onlyWay}
            title={`${option.name}${priceInWords(option)}`}
          />
        ),
      )}
      {advice ? <p>{advice}</p> : null}
      <FieldError id={`checkout-${name}-error`} error={error} />
    </fieldset>
  );
}
