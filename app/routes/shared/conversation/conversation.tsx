import type { Image } from "~/features/fields";
import { classNames } from "~/ui/class-names/class-names";
import { PictureStrip } from "../pictures/picture-strip";
import * as styles from "./styles.css";

export interface Said {
  _id: string;
  who: string;
  team: boolean;
  text: string;
  pictures?: Image[];
  createdAt: string;
  /** `createdAt` in words. */
  time: string;
}

/** Letters to the team and its answers, oldest first. */
export function Conversation({ label, entries }: { label: string; entries: Said[] }) {
  return (
    <ol className={styles.thread} aria-label={label}>
      {entries.map(({ _id, who, team, text, pictures = [], createdAt, time }) => (
        <li key={_id} className={classNames(styles.said, team && styles.byTeam)}>
          <p className={styles.head}>
            <b>{who}</b>
            <time dateTime={createdAt}>{time}</time>
          </p>
          <p className={styles.text}>{text}</p>
          <PictureStrip pictures={pictures} />
        </li>
      ))}
    </ol>
  );
}
