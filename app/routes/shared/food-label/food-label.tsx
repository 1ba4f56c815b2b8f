import { Fragment, type ReactNode } from "react";
import { piecesOf } from "~/features/food-information/emphasis";
import { saysAllergens } from "~/features/food-information/food-json";
import { allergenSentences, PER, statementsOf, type Statement } from "~/features/food-information/label-order";
import type { Food } from "~/features/food-information/schema";
import { visuallyHidden } from "~/styles/layout.css";
import * as styles from "./food-label.css";

/** Ingredients with their allergens emphasised. The merchant's text is shown as plain text. */
function Ingredients({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map(({ text: piece, isEmphasised }, place) =>
        isEmphasised ? <strong key={place}>{piece}</strong> : <Fragment key={place}>{piece}</Fragment>,
      )}
    </>
  );
}

/** Allergens that the food contains stand out. Those that it may contain do not. */
export function Allergens({ food }: { food: Food }) {
  return (
    <>
      {allergenSentences(food).map((sentence, place) => (
        <Fragment key={sentence}>
          {place > 0 ? " " : null}
          {sentence.startsWith("Contains:") ? <strong>{sentence}</strong> : sentence}
        </Fragment>
      ))}
    </>
  );
}

function valueOf({ kind, text }: Statement, food: Food): ReactNode {
  if (kind === "ingredients") return <Ingredients text={food.ingredients} />;
  return kind === "allergens" ? <Allergens food={food} /> : text;
}

interface FoodLabelProps {
  food: Food;
  caption?: string;
  /** A mark beside the name of a line. */
  markOf?: (name: string) => ReactNode;
}

/** The label of a food, as a table in a label's order. Without a statement there is no line, except for allergens. */
export function FoodLabel({ food, caption = "What its label says", markOf }: FoodLabelProps) {
  const statements = statementsOf(food);
  const nutrition = statements.filter(({ kind }) => kind === "nutrition");
  const first = statements.filter(({ kind }) => kind === "ingredients" || kind === "allergens");
  const otherStatements = statements.filter(({ kind }) => kind === "other");
  return (
    <table className={styles.label}>
      <caption className={visuallyHidden}>{caption}</caption>
      <tbody>
        {first.map((statement) => (
          <Line key={statement.name} name={statement.name} mark={markOf?.(statement.name)}>
            {valueOf(statement, food)}
          </Line>
        ))}
        {saysAllergens(food) ? null : <Line name="Allergens">Not stated</Line>}
      </tbody>
      {food.nutrition ? (
        <tbody className={styles.figures}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              Nutrition per {PER[food.nutrition.per]}
            </th>
          </tr>
          {nutrition.map(({ name, text, isPart }) => (
            <Line key={name} name={name} part={isPart === true} mark={markOf?.(name)}>
              {text}
            </Line>
          ))}
        </tbody>
      ) : null}
      {otherStatements.length > 0 ? (
        <tbody>
          {otherStatements.map(({ name, text }) => (
            <Line key={name} name={name} mark={markOf?.(name)}>
              {text}
            </Line>
          ))}
        </tbody>
      ) : null}
    </table>
  );
}

interface LineProps {
  name: string;
  part?: boolean;
  mark?: ReactNode;
  children: ReactNode;
}

function Line({ name, part = false, mark, children }: LineProps) {
  return (
    <tr>
      <th scope="row" className={part ? styles.part : undefined}>
        {name}
        {mark}
      </th>
      <td>{children}</td>
    </tr>
  );
}
