import type { Trader } from "~/features/stores/trader-schema";
import { traderContacts, traderLines } from "~/features/stores/trader-words-schema";
import { Disclosure } from "~/ui/disclosure/disclosure";
import * as styles from "./styles.css";

/** The trader: name, address, numbers and contacts. */
export function TraderDetails({ trader, title }: { trader: Trader; title: string }) {
  return (
    <Disclosure title={title}>
      <address className={styles.lines} translate="no">
        {[...traderLines(trader), ...traderContacts(trader)].join("\n")}
      </address>
    </Disclosure>
  );
}
