import { isSaid } from "~/features/food-information/food-json";
import { differencesOf } from "~/features/food-information/label-order";
import { FoodLabel } from "~/routes/shared/food-label/food-label";
import type { Reviewed } from "~/features/product-review/schema";
import { Panel } from "~/ui/panel/panel";
import type { Tint } from "~/ui/picture/stored-image";
import { Pill } from "~/ui/pill/pill";
import { Thumb } from "~/ui/thumb/thumb";
import * as area from "../operator.css";
import * as styles from "./styles.css";

interface SideProps {
  title: string;
  side: Reviewed;
  tint: Tint;
  /** The version that this side replaces. Differences from it are marked. */
  before?: Reviewed;
}

const CHANGED = (
  <>
    {" "}
    <Pill tone="honey">Changed</Pill>
  </>
);

/** The side of a product that buyers see, or would see. */
export function Side({ title, side, tint, before }: SideProps) {
  const differs = (part: keyof Reviewed) =>
    before !== undefined && JSON.stringify(side[part] ?? null) !== JSON.stringify(before[part] ?? null);
  const mark = (part: keyof Reviewed) => (differs(part) ? CHANGED : null);
  const food = before ? differencesOf(side.food, before.food) : { changed: [], gone: [] };
  return (
    <Panel title={title} stacked>
      <div className={differs("images") ? styles.changed : undefined}>
        <p className={styles.name}>Pictures{mark("images")}</p>
        {side.images.length > 0 ? (
          <ul className={styles.pictures}>
            {side.images.map((image, place) => (
              <li key={image._id}>
                <a href={image.url}>
                  <Thumb image={image} tint={tint} size={104} alt={`Picture ${place + 1}, in full`} />
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>No picture.</p>
        )}
      </div>
      <div className={differs("title") ? styles.changed : undefined}>
        <p className={styles.name}>Title{mark("title")}</p>
        <p className={area.breaking}>
          <b>{side.title}</b>
        </p>
      </div>
      <div className={differs("description") ? styles.changed : undefined}>
        <p className={styles.name}>Description{mark("description")}</p>
        <p className={area.written}>{side.description}</p>
      </div>
      <div className={differs("category") ? styles.changed : undefined}>
        <p className={styles.name}>Category{mark("category")}</p>
        <p>{side.category}</p>
      </div>
      <div className={differs("tags") ? styles.changed : undefined}>
        <p className={styles.name}>Tags{mark("tags")}</p>
        <p className={area.breaking}>{side.tags.join(", ") || "None."}</p>
      </div>
      {side.sizes.length > 0 || (before && before.sizes.length > 0) ? (
        <div className={differs("sizes") ? styles.changed : undefined}>
          <p className={styles.name}>Sizes and contents{mark("sizes")}</p>
          <ul className={area.breaking}>
            {side.sizes.map((size) => (
              <li key={size}>{size}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {isSaid(side.food) || (before && isSaid(before.food)) ? (
        <div className={differs("food") ? styles.changed : undefined}>
          <p className={styles.name}>Food information{mark("food")}</p>
          {isSaid(side.food) ? (
            <FoodLabel
              food={side.food}
              caption={`Food information: ${title}`}
              markOf={(name) => (food.changed.includes(name) ? CHANGED : null)}
            />
          ) : (
            <p>None.</p>
          )}
          {food.gone.length > 0 ? <p>No longer said: {food.gone.join(", ")}.</p> : null}
        </div>
      ) : null}
      {side.video || before?.video ? (
        <div className={differs("video") ? styles.changed : undefined}>
          <p className={styles.name}>Video{mark("video")}</p>
          <p>{side.video ? <a href={side.video.url}>Watch the video</a> : "None."}</p>
        </div>
      ) : null}
    </Panel>
  );
}
