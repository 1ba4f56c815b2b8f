import type { FieldMetadata } from "@conform-to/react";
import type { CollectionStanding, PaymentMethod } from "~/features/collection-payments/schema";
import type { StallOptions } from "~/features/delivery/schema";
import { Choice } from "~/routes/shared/way-times/slot-choices";
import * as styles from "~/routes/shared/way-times/way-times.css";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { FieldError } from "~/ui/field/field";

/** Whether a stall of the cart has a delivery method with payment at collection. */
export const offersIt = ({ options }: StallOptions): boolean =>
  options.some(({ isPaidThere, closed }) => isPaidThere && !closed);

interface PaymentChoiceProps {
  field: FieldMetadata<PaymentMethod>;
  stalls: StallOptions[];
  /** The stalls of the cart, also those that send everywhere by carrier, which `stalls` gives no delivery method. */
  names: { id: string; name: string }[];
  /** Null if no delivery method for the cart allows payment at collection. */
  standing: CollectionStanding | null;
}

/** The choice to pay by card, or at collection if every stall of the cart offers that. */
export function PaymentChoice({ field, stalls, names, standing }: PaymentChoiceProps) {
  if (!standing?.allowed) return null;
  const cardOnly = names.filter(({ id }) => !stalls.some((stall) => stall.merchant === id && offersIt(stall)));
  if (cardOnly.length > 0)
    return (
      <section className={stack}>
        <h2>How you pay</h2>
        <p>
          By card. {cardOnly.map(({ name }) => name || "A stall without a name").join(", ")} cannot be paid at
          collection: order from the others by itself to pay there.
        </p>
      </section>
    );
  const method = field.initialValue ?? "Card";
  return (
    <section className={stack}>
      <h2>How you pay</h2>
      {standing.refusal ? (
        <p>{standing.refusal.message}</p>
      ) : (
        <fieldset className={styles.stall} id={field.id} tabIndex={-1}>
          <legend className={classNames(small, soft)}>At collection only with ways that say so</legend>
          <Choice name={field.name} value="Card" isChosen={method === "Card"} title="Card, now" />
          <Choice
            name={field.name}
            value="On collection"
            isChosen={method === "On collection"}
            title="When you collect"
          />
          <FieldError id={field.errorId} error={field.errors} />
        </fieldset>
      )}
    </section>
  );
}
