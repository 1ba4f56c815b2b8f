import { useContext } from "react";
import { Button } from "~/ui/button/button";
import type { Draft } from "./drafts";
import * as styles from "./local-draft.css";
import { DraftSaved } from "./use-draft";

interface DraftOfferProps {
  draft: Draft;
  onRestore(): void;
  onDiscard(): void;
}

/** What an earlier visit left behind, and the choice what becomes of it. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <div className={styles.offer} role="status">
      <p>You have unsaved changes from {timeOf(draft.savedAt)}.</p>
      <div className={styles.choice}>
        <Button type="button" onClick={onRestore}>
          Restore
        </Button>
        <Button type="button" variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The hour of today, the day as well of an earlier one, by the clock of whoever typed. */
function timeOf(savedAt: string): string {
  const saved = new Date(savedAt);
  const hour = saved.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return saved.toDateString() === new Date().toDateString()
    ? hour
    : `${saved.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${hour}`;
}

/** Says quietly, inside a form, that nothing would be lost now. */
export function SavedHere() {
  const saved = useContext(DraftSaved);
  return (
    <p className={styles.saved} role="status">
      {saved ? "Saved on this device" : ""}
    </p>
  );
}
