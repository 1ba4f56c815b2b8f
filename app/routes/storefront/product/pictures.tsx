import type { Tint } from "~/features/fields";
import { Link } from "~/ui/link/link";
import { Picture } from "~/ui/picture/picture";
import type { StoredImage } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./styles.css";

export interface PicturesProps {
  title: string;
  pictures: StoredImage[];
  tint: Tint;
  /** The picture that the address asks for, counted from 1. */
  from: number;
  /** Address of the product's video. */
  video?: string;
}

/** A product's pictures: a large one, and the others as links. Scripts follow the links in place. */
export function Pictures({ title, pictures, tint, from, video }: PicturesProps) {
  const shownCount = Math.min(from, Math.max(1, pictures.length));
  return (
    <div className={styles.pictures}>
      <Picture
        className={styles.large}
        image={pictures[shownCount - 1]}
        tint={tint}
        first
        alt={shownCount > 1 ? `${title}, picture ${shownCount}` : title}
        shown="page"
      />
      {pictures.length < 2 ? null : (
        <ul className={styles.thumbs}>
          {pictures.map((picture, place) => (
            <li key={picture.url}>
              <Link
                to={place === 0 ? "?" : `?picture=${place + 1}`}
                data-scripted="replace"
                aria-current={place + 1 === shownCount ? "true" : undefined}
                aria-label={`Picture ${place + 1}`}
              >
                <Thumb image={picture} tint={tint} size={72} eager />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {video ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions do not come with it; the description is its text
        <video className={styles.video} src={video} controls preload="metadata" aria-label={`Video of ${title}`} />
      ) : null}
    </div>
  );
}
