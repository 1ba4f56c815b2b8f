import { ButtonLink } from "~/ui/button/button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";
import { changeAddress } from "./wanted-change";

/** The result of a change that could not be made to every product. */
export interface Result {
  changed: number;
  refusals: { product: string; title: string; message: string }[];
}

/** The products that were not changed, with the reason. The others are done, so the change is not offered again. */
export function NotChanged({ result: { changed, refusals } }: { result: Result }) {
  return (
    <Panel title={`${refusals.length} not changed`} stacked>
      <p role="alert">
        {changed === 0 ? "None was changed." : `${changed === 1 ? "1 product is" : `${changed} products are`} changed.`}{" "}
        {refusals.length === 1 ? "This one stays" : "These stay"} as before:
      </p>
      <ul className={styles.notChanged}>
        {refusals.map(({ product, title, message }) => (
          <li key={product}>
            <a href={`/merchant/products/${product}`}>{title || "A product that is gone"}</a>: {message}
          </li>
        ))}
      </ul>
      <ButtonLink variant="quiet" to={changeAddress(refusals.map(({ product }) => product))}>
        Look at {refusals.length === 1 ? "it" : "them"} again
      </ButtonLink>
    </Panel>
  );
}
