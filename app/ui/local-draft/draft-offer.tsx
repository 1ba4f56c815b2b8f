import { Button } from "~/ui/button/button";
import * as styles from "./local-draft.css";

/** The element that `app/browser/form-drafts.ts` copies for each draft that it offers. */
export function DraftOfferTemplate() {
  return (
    <template id="draft-offer">
      <div className={styles.offer} role="status">
        <p>
          You have unsaved changes from <time />.
        </p>
        <div className={styles.choice}>
          <Button type="button">Restore</Button>
          <Button type="button" variant="quiet">
            Discard
          </Button>
        </div>
      </div>
    </template>
  );
}

/** The place in a form where `app/browser/form-drafts.ts` says quietly that nothing would be lost now. */
export function SavedHere() {
  return <p className={styles.saved} role="status" data-draft-saved="" />;
}
