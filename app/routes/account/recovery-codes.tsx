import { ButtonLink } from "~/ui/button/button";
import { AccountPanel } from "./account-panel";
import * as styles from "./recovery-codes.css";

/** The ten codes, on the one page that ever shows them. */
export function RecoveryCodes({ codes, title }: { codes: string[]; title: string }) {
  return (
    <AccountPanel
      title={title}
      intro="Print this page, or write these ten recovery codes down. Each lets you in once, without your phone or your passkey. They are shown only now."
    >
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.way}>
        <ButtonLink to="/security" wide>
          I have kept them
        </ButtonLink>
      </div>
    </AccountPanel>
  );
}
