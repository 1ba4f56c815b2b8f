import { CircleAlert, Trash2 } from "~/ui/icon/icons";
import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { classNames } from "~/ui/class-names/class-names";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { dollars } from "~/ui/price/money";
import { UnitPrice } from "~/ui/price/price";
import { Stepper } from "~/ui/stepper/stepper";
import { Cell, Row } from "~/ui/table/table";
import type { ShownLine } from "./cart-page";
import * as styles from "./styles.css";

/**
 * One product of the cart: its name, quantity and sum, and what prevents an order. Its fields and buttons belong to the
 * cart's one form.
 */
export function CartRow({ line }: { line: ShownLine }) {
  const { id, goods, subtotal, problem, was, typed } = line;
  const title = goods?.name ?? "A product that is no longer sold";
  return (
    <Row>
      <Cell place="lead">
        <Goods
          title={goods?.title ?? title}
          detail={goods?.size}
          to={goods?.href}
          image={goods?.image}
          tint={goods?.tint}
          size={72}
        >
          {goods?.unitPrice ? <UnitPrice {...goods.unitPrice} /> : null}
          {goods?.atMost ? <p className={classNames(small, soft)}>You pay what it weighs.</p> : null}
        </Goods>
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
        {goods?.atMost ? <div className={classNames(small, soft)}>at most </div> : null}
        {goods ? dollars(goods.price) : "–"}
      </Cell>
      <Cell label="Quantity">
        {goods ? (
          <>
            <input type="hidden" name={`was.${id}`} value={line.quantity} />
            <input type="hidden" name={`seen.${id}`} value={goods.price} />
            <Stepper
              name={`quantity.${id}`}
              value={typed ?? line.quantity}
              of={title}
              suffix={`.${id}`}
              enterIntent={null}
              sends="update"
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
        <RoundButton name="intent" value={`remove.${id}`} formNoValidate label={`Remove ${title}`}>
          <Icon of={Trash2} />
        </RoundButton>
      </Cell>
    </Row>
  );
}

function Problem({ line: { id, available, problem, goods } }: { line: ShownLine }) {
  return (
    <div className={styles.problem} role="alert">
      <p>
        <Icon of={CircleAlert} />{" "}
        {problem === "too-many"
          ? `Only ${available} left`
          : problem === "sold-out"
            ? "Out of Stock. Remove it to go on."
            : problem === "choose-size"
              ? "It is sold in several sizes now. Remove it, and choose one of them."
              : problem === "closed"
                ? `The stall is closed until ${goods?.closedUntil}. Remove it, or order after that day.`
                : problem === "out-of-season"
                  ? goods?.backOn
                    ? `Out of season until ${goods.backOn}. Remove it, or order from that day on.`
                    : "Out of season. Remove it to go on."
                  : goods
                    ? "No longer sold in this size. Remove it to go on."
                    : "No longer sold. Remove it to go on."}
      </p>
      {problem === "too-many" ? (
        <Button
          variant="quiet"
          name="intent"
          value={`set.${id}.${available}`}
          formNoValidate
          aria-label={`Take ${available} of ${goods?.title}`}
        >
          Take {available}
        </Button>
      ) : null}
    </div>
  );
}
