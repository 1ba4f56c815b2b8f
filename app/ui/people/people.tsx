import type { ReactNode } from "react";
import { small, soft } from "~/styles/text.css";
import { Avatar } from "~/ui/avatar/avatar";
import { classNames } from "~/ui/class-names/class-names";
import type { StoredImage } from "~/ui/picture/stored-image";
import * as styles from "./people.css";

/** People with their picture and a line about each. */
export function People({
  people,
}: {
  people: Array<{ id: string; name: string; image?: StoredImage | null; text?: ReactNode }>;
}) {
  return (
    <ul>
      {people.map(({ id, name, image, text }) => (
        <li key={id} className={styles.person}>
          <Avatar name={name} image={image} />
          <div>
            <b>{name}</b>
            {text ? <p className={classNames(small, soft, styles.text)}>{text}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
