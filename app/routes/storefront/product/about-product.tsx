import { FoodLabel } from "~/routes/shared/food-label/food-label";
import type { Product } from "~/features/catalogue/schema";
import * as styles from "./styles.css";

/** A description as its merchant wrote it, with its line breaks. */
export function Description({ text }: { text: string }) {
  return <p className={styles.description}>{text}</p>;
}

const SIZES = [
  ["height", "Height", "cm"],
  ["width", "Width", "cm"],
  ["length", "Length", "cm"],
  ["weight", "Weight", "kg"],
] as const;

/** The label, the description again, and the figures below it. */
export function AdditionalInformation({
  product: { description, variations, measurement, food },
}: {
  product: Pick<Product, "description" | "variations" | "measurement" | "food">;
}) {
  const facts = [
    ...variations
      .filter(({ variation, value }) => variation && value)
      .map(({ variation, value }) => ({ name: variation, value })),
    // The no-break space keeps a figure with its unit.
    ...SIZES.flatMap(([of, name, unit]) =>
      measurement[of] ? [{ name, value: `${measurement[of]}\u00A0${unit}` }] : [],
    ),
  ];
  return (
    <>
      {food ? <FoodLabel food={food} /> : null}
      <Description text={description} />
      {facts.length === 0 ? null : (
        <dl className={styles.figures}>
          {facts.map(({ name, value }, place) => (
            <div key={place}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
