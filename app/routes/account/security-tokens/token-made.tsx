import { ButtonLink } from "~/ui/button/button";
import { AccountPanel } from "../account-panel";
import * as styles from "./styles.css";

/** The token, on the one page that ever shows it. */
export function TokenMade({ token, name }: { token: string; name: string }) {
  return (
    <AccountPanel
      title="Your token"
      intro={`Copy it into ${name} now: it is shown only here. Whoever has it opens what you chose, so keep it as you keep a password.`}
    >
      <p className={styles.token}>
        <code>{token}</code>
      </p>
      <p>
        Programs send it with each call: <code>Authorization: Bearer</code> and the token.
      </p>
      <ButtonLink to="/security/tokens" wide>
        I have kept it
      </ButtonLink>
    </AccountPanel>
  );
}
