import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { PlainForm } from "~/ui/form/plain-form";
import * as styles from "../sessions/styles.css";

interface TokenListProps {
  tokens: { _id: string; name: string; opens: string; made: string; lastUsed: string | null; ends: string }[];
}

/** The valid tokens of an account: what each opens, when it was last used, when it ends. */
export function TokenList({ tokens }: TokenListProps) {
  if (tokens.length === 0) return null;
  return (
    <div className={styles.list} role="list">
      {tokens.map(({ _id, name, opens, made, lastUsed, ends }) => (
        <div key={_id} className={styles.item} role="listitem">
          <p>
            <b>{name}</b>
            <span className={classNames(small, styles.when)}>{opens}</span>
            <span className={classNames(soft, small, styles.when)}>
              {lastUsed ? `Last used ${lastUsed}` : "Not used yet"}, made {made}, ends {ends}
            </span>
          </p>
          <PlainForm>
            <Button variant="quiet" name="revoke" value={_id} aria-label={`Revoke ${name}`}>
              Revoke
            </Button>
          </PlainForm>
        </div>
      ))}
    </div>
  );
}
