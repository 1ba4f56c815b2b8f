import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { useState, type DragEvent } from "react";
import { RoundButton } from "~/ui/button/round-button";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./file-field.css";

/** What a picture that is being moved carries, so that it is not taken for a file from outside. */
export const PLACE = "application/x-place";

interface MediaItem {
  image: StoredImage;
  tint?: Tint;
  /** Values of the buttons that take it away and move it by one. */
  remove: string;
  earlier?: string;
  later?: string;
}

export interface MediaListProps {
  items: MediaItem[];
  /** Name of every button. */
  intentName: string;
  /** What one is called: "photo". */
  word?: string;
  /** Pictures can be dragged to another place too. */
  onMove?: (from: number, to: number) => void;
}

/**
 * Stored pictures in their order, the first of them the main one. Every button is a submit that keeps the rest of the
 * form.
 */
export function MediaList({ items, intentName, word = "photo", onMove }: MediaListProps) {
  const [over, setOver] = useState<number | null>(null);
  if (items.length === 0) return null;
  const dragged = (place: number) =>
    onMove
      ? {
          draggable: true,
          onDragStart: (event: DragEvent) => event.dataTransfer.setData(PLACE, String(place)),
          onDragOver: (event: DragEvent) => {
            if (!event.dataTransfer.types.includes(PLACE)) return;
            event.preventDefault();
            setOver(place);
          },
          onDragLeave: () => setOver(null),
          onDragEnd: () => setOver(null),
          onDrop: (event: DragEvent) => {
            setOver(null);
            const from = event.dataTransfer.getData(PLACE);
            if (from === "") return;
            event.preventDefault();
            if (Number(from) !== place) onMove(Number(from), place);
          },
        }
      : {};
  return (
    <ol className={styles.media} aria-label={`${word[0]?.toUpperCase()}${word.slice(1)}s in their order`}>
      {items.map(({ image, tint, remove, earlier, later }, place) => (
        <li
          key={image._id ?? image.url}
          className={classNames(onMove && styles.movable, over === place && styles.target)}
          {...dragged(place)}
        >
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
