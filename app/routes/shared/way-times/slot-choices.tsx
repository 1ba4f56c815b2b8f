import type { Slot } from "~/features/delivery/schema";
import { hoursInWords, momentInWords } from "~/features/delivery/words-schema";
import { weekdayInWords } from "~/features/days";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Disclosure } from "~/ui/disclosure/disclosure";
import * as styles from "./way-times.css";

/** The number of times that are shown unfolded. */
const TIMES_AT_ONCE = 6;

interface SlotChoicesProps {
  slots: Slot[];
  /** The radio buttons' name. */
  name: string;
  timeZone: string;
  chosen: string | undefined;
  valueOf: (slot: Slot) => string;
}

/** The times of a delivery method as radio buttons. Later times are folded. A full or closed time says so. */
export function SlotChoices({ slots, name, timeZone, chosen, valueOf }: SlotChoicesProps) {
  const choices = slots.map((slot) => {
    const value = valueOf(slot);
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
  const later = slots.slice(TIMES_AT_ONCE);
  return (
    <>
      <div className={styles.times}>{choices.slice(0, TIMES_AT_ONCE)}</div>
      {later.length > 0 ? (
        <Disclosure
          title={later.length === 1 ? "1 more time" : `${later.length} more times`}
          open={later.some((slot) => valueOf(slot) === chosen)}
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
  if (closed === "out_of_season") return "Not in season then";
  if (closed === "slot_full") return "Full. All places are taken";
  const placesNote = placesLeft !== null && placesLeft <= 5 ? `, ${placesLeft} left` : "";
  return `Order by ${moment}${placesNote}`;
}

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  isClosed?: boolean;
  title: string;
  note?: string;
}

/** A radio button as large as a thumb. */
export function Choice({ name, value, isChosen, isClosed = false, title, note }: ChoiceProps) {
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
