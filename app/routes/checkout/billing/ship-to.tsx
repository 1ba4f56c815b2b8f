import type { ReactNode } from "react";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { MOST_ADDRESSES } from "~/features/addresses/plain-schema";
import type { SavedAddress } from "~/features/addresses/schema";
import { SHIP_TO } from "~/features/checkout/schema";
import { Choice } from "~/routes/shared/way-times/slot-choices";
import { ChoiceField } from "~/ui/field/choice-field";
import type { AnyField } from "~/ui/field/conform-field";
import { FieldError } from "~/ui/field/field";
import { Link } from "~/ui/link/link";
import { FOLDS } from "~/ui/page-scripts/contract";
import * as styles from "./styles.css";

interface ShipToProps {
  addresses: SavedAddress[];
  shipElsewhere: AnyField;
  shipTo: AnyField;
  keepAddress: AnyField;
  /** The fields of an address that is not in the account. */
  children: ReactNode;
}

/** Where the goods go: radio buttons for the account's addresses, or a box for another address if it has none. */
export function ShipTo({ addresses, shipElsewhere, shipTo, keepAddress, children }: ShipToProps) {
  const addressFields = (
    <fieldset className={styles.shipping} {...{ [FOLDS]: "" }}>
      <legend className={styles.legend}>Shipping address</legend>
      {children}
      {addresses.length < MOST_ADDRESSES ? (
        <ChoiceField field={keepAddress} label="Keep this address in my account" required={false} />
      ) : null}
    </fieldset>
  );
  if (addresses.length === 0)
    return (
      <div className={styles.elsewhere}>
        <ChoiceField field={shipElsewhere} label="Ship to a different address" required={false} />
        {addressFields}
      </div>
    );
  const choice = String(shipTo.initialValue ?? "");
  return (
    <div className={styles.elsewhere}>
      <fieldset className={styles.addresses} id={shipTo.id} tabIndex={-1}>
        <legend className={styles.legend}>Where it goes</legend>
        {addresses.map(({ _id, address }) => (
          <Choice
            key={_id}
            name={shipTo.name}
            value={_id}
            isChosen={choice === _id}
            title={fullName(address)}
            note={addressLines(address).join(", ")}
          />
        ))}
        <Choice
          name={shipTo.name}
          value={SHIP_TO.billing}
          isChosen={choice === SHIP_TO.billing}
          title="To the billing address above"
        />
        <Choice
          name={shipTo.name}
          value={SHIP_TO.other}
          isChosen={choice === SHIP_TO.other}
          title="To another address"
        />
        <FieldError id={shipTo.errorId} error={shipTo.errors} />
      </fieldset>
      {addressFields}
      <p className={styles.manage}>
        <Link to="/customer/account_settings/addresses">Change your addresses</Link>
      </p>
    </div>
  );
}
