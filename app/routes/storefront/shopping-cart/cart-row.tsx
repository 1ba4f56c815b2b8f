import { useFetcher } from "@remix-run/react";
import { CircleAlert, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { dollars } from "~/ui/price/money";
import { Stepper } from "~/ui/stepper/stepper";
import { Cell, Row } from "~/ui/table/table";
import { LISTS, useInPlace } from "../lists-form";
import type { ShownLine } from "./cart-page";
import * as styles from "./styles.css";
import { useQuantity } from "./use-quantity";

/**
 * One product of the cart: what it is, how many, what that comes to, and what stands in the way of ordering it. Its
 * fields and buttons belong to the cart's one form; with scripts the buttons change the line in place.
 */
export function CartRow({ line }: { line: ShownLine }) {
  const { id, goods, subtotal, problem, was, typed } = line;
  const removing = useFetcher();
  const inPlace = useInPlace();
  const { quantity, ask, forget } = useQuantity(id, line.quantity);
  const title = goods?.title ?? "A product that is no longer sold";
  const remove = (event: MouseEvent) => {
    event.preventDefault();
    forget();
    removing.submit({ intent: "remove", product: id, ...inPlace }, { method: "post", action: LISTS });
  };
  return (
    <Row className={removing.state === "idle" ? undefined : styles.leaving}>
      <Cell place="lead">
        <Goods
          title={title}
          to={goods ? `/products/${id}` : undefined}
          image={goods?.image}
          tint={goods?.tint}
          size={72}
        />
        {problem ? <Problem line={line} /> : null}
        {was !== null && goods ? (
          <p className={styles.problem} role="status">
            <span>
              <Icon of={CircleAlert} /> The price was {dollars(was)} and is {dollars(goods.price)} now.
            </span>
          </p>
        ) : null}
      </Cell>
      <Cell label="Price" num>
        {goods ? dollars(goods.price) : "–"}
      </Cell>
      <Cell label="Quantity">
        {goods ? (
          <>
            <input type="hidden" name={`was.${id}`} value={line.quantity} />
            <input type="hidden" name={`seen.${id}`} value={goods.price} />
            <Stepper
              name={`quantity.${id}`}
              value={typed ?? quantity}
              of={title}
              suffix={`.${id}`}
              enterIntent={null}
              inPlace
              onQuantity={ask}
            />
          </>
        ) : (
          line.quantity
        )}
      </Cell>
      <Cell label="Subtotal" place="subtotal" num end>
        <b translate="no">{goods ? dollars(subtotal) : "–"}</b>
      </Cell>
      <Cell place="corner">
        <RoundButton name="intent" value={`remove.${id}`} formNoValidate label={`Remove ${title}`} onClick={remove}>
          <Icon of={Trash2} />
        </RoundButton>
      </Cell>
    </Row>
  );
}

function Problem({ line: { id, available, problem, goods } }: { line: ShownLine }) {
  const fetcher = useFetcher();
  const inPlace = useInPlace();
  const take = (event: MouseEvent) => {
    event.preventDefault();
    const change = { intent: "set", product: id, quantity: String(available), ...inPlace };
    fetcher.submit(change, { method: "post", action: LISTS });
  };
  return (
    <div className={styles.problem} role="alert">
      <p>
        <Icon of={CircleAlert} />{" "}
        {problem === "too-many"
          ? `Only ${available} left`
          : problem === "sold-out"
            ? "Out of Stock. Remove it to go on."
            : problem === "closed"
              ? `The stall is closed until ${goods?.closedUntil}. Remove it, or order after that day.`
              : "No longer sold. Remove it to go on."}
      </p>
      {problem === "too-many" ? (
        <Button
          variant="quiet"
          name="intent"
          value={`set.${id}.${available}`}
          formNoValidate
          busy={fetcher.state !== "idle"}
          aria-label={`Take ${available} of ${goods?.title}`}
          onClick={take}
        >
          Take {available}
        </Button>
      ) : null}
    </div>
  );
}
