import { Fragment } from "react";
import type { Image } from "~/features/fields";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { PictureStrip } from "../pictures/picture-strip";
import { ShowForm } from "./show-form";
import * as styles from "./styles.css";

export interface ShownMessage {
  _id: string;
  isMine: boolean;
  isRead: boolean;
  /** Whether the product's page shows the message, with the message before it as its question. */
  isShown: boolean;
  text: string;
  pictures: Image[];
  createdAt: string;
  day: string;
  hour: string;
}

interface BubblesProps {
  messages: ShownMessage[];
  name: string;
  /** The key of the forms with which a merchant shows answers with the product. Left out if nothing can be shown. */
  idempotencyKey?: string | undefined;
}

/** Messages in the order in which they were written, with their days in between. */
export function Bubbles({ messages, name, idempotencyKey }: BubblesProps) {
  return (
    <ol className={styles.bubbles} aria-label="Messages, the newest last">
      {messages.map((message, place) => (
        <Fragment key={message._id}>
          {message.day === messages[place - 1]?.day ? null : <li className={styles.day}>{message.day}</li>}
          <li className={classNames(styles.bubble, message.isMine && styles.mine)}>
            <p className={styles.text} dir="auto">
              {message.text}
            </p>
            <PictureStrip pictures={message.pictures} />
            <p className={classNames(small, soft)}>
              {message.isMine ? "You" : <bdi>{name}</bdi>}, <time dateTime={message.createdAt}>{message.hour}</time>
              {message.isMine && message.isRead ? " · read" : null}
              {message.isShown ? " · on the product’s page, without a name" : null}
            </p>
            {idempotencyKey && message.isMine && messages[place - 1]?.isMine === false ? (
              <ShowForm message={message} idempotencyKey={idempotencyKey} />
            ) : null}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
