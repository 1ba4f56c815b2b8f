import { sourceSet, type StoredImage } from "~/ui/picture/stored-image";
import * as styles from "./styles.css";

/** A stall's own picture across the page, cut to a low band. It shows nothing that the words do not say. */
export function Banner({ image }: { image: StoredImage }) {
  const fits = (width: number) => width >= 400;
  return (
    <picture>
      {image.widths?.length ? (
        <source type="image/avif" srcSet={sourceSet(image, "avif", fits)} sizes="(min-width:1248px) 1200px,94vw" />
      ) : null}
      <img className={styles.banner} src={image.url} alt="" {...{ fetchpriority: "high" }} />
    </picture>
  );
}
