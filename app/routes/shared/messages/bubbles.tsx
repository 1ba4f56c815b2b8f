import { Fragment } from "react";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./styles.css";

export interface ShownMessage {
  _id: string;
  isMine: boolean;
  isRead: boolean;
  text: string;
  createdAt: string;
  day: string;
  hour: string;
}

/** Messages in the order in which they were written, with their days between them. */
export function Bubbles({ messages, name }: { messages: ShownMessage[]; name: string }) {
  return (
    <ol className={styles.bubbles} aria-label="Messages, the newest last">
      {messages.map(({ _id, isMine, isRead, text, createdAt, day, hour }, place) => (
        <Fragment key={_id}>
          {day === messages[place - 1]?.day ? null : <li className={styles.day}>{day}</li>}
          <li className={classNames(styles.bubble, isMine && styles.mine)}>
            <p className={styles.text} dir="auto">
              {text}
            </p>
            <p className={classNames(small, soft)}>
              {isMine ? "You" : <bdi>{name}</bdi>}, <time dateTime={createdAt}>{hour}</time>
              {isMine && isRead ? " · read" : null}
            </p>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
