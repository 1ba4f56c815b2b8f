import { CircleAlert, Film, ImageOff, RotateCw, X } from "lucide-react";
import { visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Thumb } from "~/ui/thumb/thumb";
import type { UploadItem } from "./upload-queue";
import * as styles from "./uploads.css";

export interface UploadListProps {
  items: UploadItem[];
  onRetry(key: string): void;
  onRemove(key: string): void;
}

/** Files on their way: what each looks like, how far it is, and what can be done about it. */
export function UploadList({ items, onRetry, onRemove }: UploadListProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Files on their way">
      {items.map((item) => (
        <li key={item.key} className={styles.item}>
          {item.preview && item.state !== "refused" ? (
            <Thumb image={{ url: item.preview }} size={56} alt="" fit="covering" eager />
          ) : (
            <span className={styles.film}>
              <Icon of={item.preview ? ImageOff : Film} />
            </span>
          )}
          <div className={styles.facts}>
            <span className={styles.name}>{item.name}</span>
            {item.state === "refused" ? (
              <span className={styles.refused} role="alert">
                <Icon of={CircleAlert} /> <span className={visuallyHidden}>{item.name}: </span>
                {item.message}
              </span>
            ) : (
              <>
                <progress
                  className={styles.progress}
                  max={item.bytes}
                  value={item.sent}
                  aria-label={`Upload of ${item.name}`}
                />
                <span className={styles.state}>{sentenceFor(item)}</span>
              </>
            )}
          </div>
          {item.state === "line-down" ? (
            <Button type="button" variant="quiet" onClick={() => onRetry(item.key)}>
              <Icon of={RotateCw} /> Retry<span className={visuallyHidden}> {item.name} now</span>
            </Button>
          ) : null}
          <RoundButton
            type="button"
            label={item.state === "refused" ? `Dismiss ${item.name}` : `Cancel ${item.name}`}
            onClick={() => onRemove(item.key)}
          >
            <Icon of={X} />
          </RoundButton>
        </li>
      ))}
    </ul>
  );
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

function sentenceFor({ state, sent, bytes }: UploadItem): string {
  if (state === "queued") return "Waits for its turn";
  if (state === "line-down") return "No connection. It goes on by itself where it broke off.";
  if (state === "storing") return "Uploaded, being made ready";
  return `${Math.floor((sent / bytes) * 100)}% of ${megabytes(bytes)}`;
}
