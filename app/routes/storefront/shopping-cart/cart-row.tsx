import { useFetcher } from "@remix-run/react";
import { CircleAlert, Trash2 } from "lucide-react";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { dollars } from "~/ui/price/money";
import { Stepper } from "~/ui/stepper/stepper";
import { Cell, Row } from "~/ui/table/table";
import { ListsForm } from "../lists-form";
import type { ShownLine } from "./cart-page";
import * as styles from "./styles.css";
import { useQuantity } from "./use-quantity";

const HERE = "/shopping_cart";

/** One product of the cart: what it is, how many, what that comes to, and what stands in the way of ordering it. */
export function CartRow({ line }: { line: ShownLine }) {
  const { id, goods, subtotal, problem } = line;
  const removing = useFetcher();
  const { quantity, ask, forget, fetcher } = useQuantity(id, line.quantity);
  const title = goods?.title ?? "A product that is no longer sold";
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
      </Cell>
      <Cell label="Price" num>
        {goods ? dollars(goods.price) : "–"}
      </Cell>
      <Cell label="Quantity">
        {goods ? (
          <ListsForm fetcher={fetcher} product={id} returnTo={HERE} onSubmit={forget}>
            <Stepper value={quantity} of={title} inPlace onQuantity={ask} />
          </ListsForm>
        ) : (
          line.quantity
        )}
      </Cell>
      <Cell label="Subtotal" place="subtotal" num end>
        <b>{goods ? dollars(subtotal) : "–"}</b>
      </Cell>
      <Cell place="corner">
        <ListsForm fetcher={removing} product={id} returnTo={HERE} onSubmit={forget}>
          <RoundButton name="intent" value="remove" label={`Remove ${title}`}>
            <Icon of={Trash2} />
          </RoundButton>
        </ListsForm>
      </Cell>
    </Row>
  );
}

function Problem({ line: { id, available, problem, goods } }: { line: ShownLine }) {
  const fetcher = useFetcher();
  return (
    <div className={styles.problem} role="alert">
      <p>
        <Icon of={CircleAlert} />{" "}
        {problem === "too-many"
          ? `Only ${available} left`
          : problem === "sold-out"
            ? "Out of Stock. Remove it to go on."
            : "No longer sold. Remove it to go on."}
      </p>
      {problem === "too-many" ? (
        <ListsForm fetcher={fetcher} product={id} returnTo={HERE}>
          <input type="hidden" name="quantity" value={available} />
          <Button
            variant="quiet"
            name="intent"
            value="set"
            busy={fetcher.state !== "idle"}
            aria-label={`Take ${available} of ${goods?.title}`}
          >
            Take {available}
          </Button>
        </ListsForm>
      ) : null}
    </div>
  );
}
