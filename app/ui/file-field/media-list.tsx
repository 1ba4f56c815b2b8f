import { ArrowLeft, ArrowRight, X } from "~/ui/icon/icons";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./file-field.css";

interface MediaItem {
  image: StoredImage;
  tint?: Tint;
  /** Values of the buttons that remove it and move it by one place. */
  remove: string;
  earlier?: string;
  later?: string;
}

export interface MediaListProps {
  items: MediaItem[];
  /** Name of every button. */
  intentName: string;
  /** The name of one: "photo". */
  word?: string;
}

/**
 * Stored pictures in their order, the first of them the main one. Every button is a submit that keeps the rest of the
 * form. Where scripts run, pictures can be dragged to their place too (app/browser/photo-order.ts).
 */
export function MediaList({ items, intentName, word = "photo" }: MediaListProps) {
  if (items.length === 0) return null;
  return (
    <ol className={styles.media} aria-label={`${word[0]?.toUpperCase()}${word.slice(1)}s in their order`} data-movable>
      {items.map(({ image, tint, remove, earlier, later }, place) => (
        <li key={image._id ?? image.url} draggable>
          <Thumb image={image} tint={tint} size={104} alt={`${word} ${place + 1}`} />
          <RoundButton
            className={styles.remove}
            name={intentName}
            value={remove}
            formNoValidate
            label={`Remove ${word} ${place + 1}`}
          >
            <Icon of={X} />
          </RoundButton>
          <div className={styles.order}>
            {earlier === undefined ? (
              <span className={styles.main}>Main</span>
            ) : (
              <RoundButton name={intentName} value={earlier} formNoValidate label={`Move ${word} ${place + 1} earlier`}>
                <Icon of={ArrowLeft} />
              </RoundButton>
            )}
            {later === undefined ? null : (
              <RoundButton name={intentName} value={later} formNoValidate label={`Move ${word} ${place + 1} later`}>
                <Icon of={ArrowRight} />
              </RoundButton>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
