import { CircleAlert, Film, ImageOff, RotateCw, X } from "~/ui/icon/icons";
import { visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./uploads.css";

/**
 * The list of a field's files that are being uploaded, empty at first. `app/browser/upload-items.ts` fills it with
 * copies of the template, which show each file, its progress and its buttons. A copy keeps only the elements whose
 * `data-when` names the state of the file.
 */
export function UploadList({ kind }: { kind: string }) {
  return (
    <>
      <ul className={styles.list} aria-label="Files on their way" data-upload-list={kind} />
      <template data-upload-item>
        <li className={styles.item}>
          <span data-when="picture">
            <Thumb size={56} alt="" fit="covering" eager />
          </span>
          <span className={styles.film} data-when="film">
            <Icon of={Film} />
          </span>
          <span className={styles.film} data-when="broken-picture">
            <Icon of={ImageOff} />
          </span>
          <div className={styles.facts}>
            <span className={styles.name} data-name />
            <span className={styles.refused} role="alert" data-when="refused">
              <Icon of={CircleAlert} />{" "}
              <span className={visuallyHidden}>
                <span data-name />:{" "}
              </span>
              <span data-message />
            </span>
            <progress className={styles.progress} data-when="queued sending line-down storing" />
            <span className={styles.state} data-when="queued sending line-down storing" data-state />
          </div>
          <Button type="button" variant="quiet" data-when="line-down" data-retries>
            <Icon of={RotateCw} /> Retry
            <span className={visuallyHidden}>
              {" "}
              <span data-name /> now
            </span>
          </Button>
          <RoundButton type="button" label="Cancel" data-removes>
            <Icon of={X} />
          </RoundButton>
        </li>
      </template>
    </>
  );
}
