import type { FieldMetadata } from "@conform-to/react";
import type { CollectionStanding, PaymentMethod } from "~/features/collection-payments/schema";
import type { StallOptions } from "~/features/delivery/schema";
import { Choice } from "~/routes/shared/way-times/slot-choices";
import * as styles from "~/routes/shared/way-times/way-times.css";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { FieldError } from "~/ui/field/field";

/** Whether a stall of the cart has a way that can be paid at collection. */
export const offersIt = ({ options }: StallOptions): boolean =>
  options.some(({ isPaidThere, closed }) => isPaidThere && !closed);

interface PaymentChoiceProps {
  field: FieldMetadata<PaymentMethod>;
  stalls: StallOptions[];
  /** The stalls of the cart; those that send to everywhere have no ways. */
  names: { id: string; name: string }[];
  /** null where no way of the cart can be paid at collection. */
  standing: CollectionStanding | null;
}

/** By card, or at collection where every stall of the cart has a way for that. */
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
