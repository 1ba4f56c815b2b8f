import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { PlainForm } from "~/ui/form/plain-form";
import * as styles from "../sessions/styles.css";

interface PasskeyListProps {
  passkeys: { _id: string; name: string; added: string; lastUsed: string | null }[];
}

/** The passkeys of an account, with when they were last used. */
export function PasskeyList({ passkeys }: PasskeyListProps) {
  if (passkeys.length === 0) return null;
  return (
    <div className={styles.list} role="list">
      {passkeys.map(({ _id, name, added, lastUsed }) => (
        <div key={_id} className={styles.item} role="listitem">
          <p>
            <b>{name}</b>
            <span className={classNames(soft, small, styles.when)}>
              {lastUsed ? `Last used ${lastUsed}` : "Not used yet"}, added {added}
            </span>
          </p>
          <PlainForm>
            <Button variant="quiet" name="remove" value={_id} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </PlainForm>
        </div>
      ))}
    </div>
  );
}
