import type { Option, StallOptions } from "~/features/delivery/schema";
import { Choice, SlotChoices } from "~/routes/shared/way-times/slot-choices";
import * as styles from "~/routes/shared/way-times/way-times.css";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars } from "~/ui/price/money";
import { onlyOption, valueOf, type ChosenWays } from "./way-choices";
import { FieldError } from "~/ui/field/field";
import { SubmitButton } from "~/ui/form/submit-button";

interface WaysProps {
  stalls: StallOptions[];
  timeZone: string;
  chosen: ChosenWays;
  errors: Record<string, string[] | undefined>;
}

/** ", $4.00, free from $30.00": what a way costs; nothing where it costs nothing in any case. */
function priceInWords({ fee, freeFrom }: Option): string {
  if (fee === 0) return freeFrom === null ? "" : ", free";
  return `, ${dollars(fee)}${freeFrom === null ? "" : `, free from ${dollars(freeFrom)}`}`;
}

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
          Update times and prices
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

function StallWays({ stall, timeZone, chosen, error }: StallWaysProps) {
  const { merchant, storeName, options, advice } = stall;
  const name = `ways.${merchant}`;
  const only = onlyOption(stall);
  if (only && options.length === 1)
    return (
      <p>
        <b>{storeName}</b>: {only.name}
        {priceInWords(only)}. There is nothing to choose.
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
              {priceInWords(option)}
              {option.address ? <span className={soft}>, {option.address}</span> : null}
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
            isChosen={chosen === valueOf(option) || option === only}
            title={`${option.name}${priceInWords(option)}`}
          />
        ),
      )}
      {advice ? <p>{advice}</p> : null}
      <FieldError id={`checkout-${name}-error`} error={error} />
    </fieldset>
  );
}
