import { classNames } from "~/ui/class-names/class-names";
import { tints } from "~/ui/picture/picture.css";
import { sourceSet, type StoredImage, type Tint } from "~/ui/picture/stored-image";
import { Variants, type Placeholder } from "~/ui/variants/variants";
import * as styles from "./avatar.css";

export interface AvatarProps {
  /** "Amara Whitcombe" → AW when there is no picture. */
  name?: string | null;
  /** Replaces the name where the monogram is already known. */
  monogram?: Monogram | undefined;
  image?: StoredImage | null;
  tint?: Tint;
  /** 28, 40 or 96 px. */
  size?: "small" | "medium" | "large";
}

const grounds: Tint[] = ["leafy", "gold", "plum", "sky", "red", "clay"];
const pixels = { small: 28, medium: 40, large: 96 };

/** First letters of the first and the last name. */
export function initials(name: string): string {
  const names = name.trim().split(/\s+/).filter(Boolean);
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((part) => Array.from(part ?? "")[0]?.toUpperCase() ?? "").join("");
}

/** A person's initials, and the index of the ground that they are on. */
export interface Monogram {
  letters: string;
  ground: number | Placeholder;
}

export function monogramOf(name: string): Monogram {
  const letters = initials(name);
  return {
    letters,
    ground: Array.from(letters).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % grounds.length,
  };
}

/** A person's picture, else their initials, else the default figure. Decorative: the name is beside it. */
export function Avatar({ name, monogram = monogramOf(name ?? ""), tint, ...rest }: AvatarProps) {
  if (tint) return <Shown {...rest} letters={monogram.letters} ground={tint} />;
  return (
    <Variants of={monogram.ground} among={[...grounds.keys()]}>
      {(ground) => <Shown {...rest} letters={monogram.letters} ground={grounds[Number(ground)]} />}
    </Variants>
  );
}

function Shown({
  letters,
  ground,
  image,
  size = "medium",
}: Pick<AvatarProps, "image" | "size"> & { letters: string; ground: Tint | undefined }) {
  const picture = image?.url ? image : letters ? null : { url: "/img/avatar.svg" };
  return (
    <span
      className={classNames(styles.avatar, ground && tints[ground], size !== "medium" && styles[size])}
      aria-hidden="true"
    >
      {picture ? (
        <img
          src={picture.url}
          srcSet={sourceSet(picture, "webp")}
          sizes={`${pixels[size]}px`}
          width={pixels[size]}
          height={pixels[size]}
          alt=""
          loading="lazy"
        />
      ) : (
        letters
      )}
    </span>
  );
}
