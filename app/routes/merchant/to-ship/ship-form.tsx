import { getInputProps, useForm } from "@conform-to/react";
import type { MethodKind } from "~/features/delivery/schema";
import type { Refused } from "~/session/form.server";
import { num, small, soft } from "~/styles/text.css";
import { Button, ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import type { AnyField } from "~/ui/field/conform-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { ofChosen } from "../chosen-orders";
import * as styles from "./styles.css";

export interface OrderToShip {
  _id: string;
  itemId: number;
  /** The day of the order, in words. */
  day: string;
  customer: string;
  pieces: string;
  /** The delivery method and time that the buyer chose, in words. Null for a carrier. */
  way: string | null;
  goes: MethodKind;
}

interface ShipFormProps {
  orders: OrderToShip[];
  chosen: string;
  /** Whether the orders are ticked at first. */
  ticked: boolean;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

interface Typed {
  carrier: string;
  rows: Record<string, { ship?: string; carrier: string; tracking: string }>;
}

/** All orders to ship, to be ticked, with tracking numbers for carriers. One button marks all that are ticked. */
export function ShipForm({ orders, chosen, ticked, refusal, idempotencyKey }: ShipFormProps) {
  const rowName = ({ itemId }: OrderToShip) => `n${itemId}`;
  const [form, fields] = useForm<Typed>({
    id: "to-ship",
    defaultValue: {
      rows: Object.fromEntries(orders.map((order) => [rowName(order), ticked ? { ship: order._id } : {}])),
    },
    lastResult: refusal?.lastResult,
  });
  const rows = fields.rows.getFieldset();
  const isCarrierUsed = orders.some(({ goes }) => goes === "carrier");
  const labels = Object.fromEntries(
    orders.flatMap((order) => [
      [`rows.${rowName(order)}.tracking`, `Tracking number of #${order.itemId}`],
      [`rows.${rowName(order)}.carrier`, `Carrier of #${order.itemId}`],
    ]),
  );
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={styles.form}>
      <FormErrors form={form} labels={labels} />
      <Panel as="div">
        <div className={styles.top}>
          {isCarrierUsed ? (
            <TextField
              field={fields.carrier}
              label="Carrier for all"
              hint="Where one goes another way, write it beside the order."
              optional
              enterKeyHint="next"
            />
          ) : null}
          <TickAll ticked={ticked} chosen={chosen} />
        </div>
        <ul>
          {orders.map((order) => {
            const row = rows[rowName(order)];
            return row ? <ShipRow key={order._id} order={order} row={row.getFieldset()} /> : null;
          })}
        </ul>
      </Panel>
      <FormBar>
        <ButtonLink variant="quiet" to={ofChosen("/merchant/orders/packing", chosen)} target="_blank">
          Print slips
        </ButtonLink>
        <SubmitButton>{stepOf(orders)}</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

/** The step of the orders in words: orders to collect are ready, others are shipped. */
function stepOf(orders: OrderToShip[]): string {
  const collected = orders.filter(({ goes }) => goes === "collection").length;
  if (collected === 0) return "Mark as shipped";
  return collected === orders.length ? "Mark as ready" : "Mark as ready or shipped";
}

function ShipRow({
  order: { _id, itemId, day, customer, pieces, way, goes },
  row,
}: {
  order: OrderToShip;
  row: { ship: AnyField; carrier: AnyField; tracking: AnyField };
}) {
  const { key, ...tick } = getInputProps(row.ship, { type: "checkbox", value: _id });
  return (
    <li className={styles.order}>
      <label className={styles.name} htmlFor={tick.id}>
        <input key={key} {...tick} required={false} className={styles.tick} />
        <span>
          <b className={num}>#{itemId}</b> {customer}
        </span>
      </label>
      <Link className={styles.open} to={`/merchant/orders/${_id}`} aria-label={`Open order #${itemId}`}>
        Open
      </Link>
      <p className={classNames(styles.pieces, small, soft)}>
        {day} · {pieces}
        {way ? <b> · {way}</b> : null}
      </p>
      {goes === "carrier" ? <CarrierFields itemId={itemId} row={row} /> : null}
    </li>
  );
}

function CarrierFields({ itemId, row }: { itemId: number; row: { carrier: AnyField; tracking: AnyField } }) {
  return (
    <div className={styles.way}>
      <TextField
        field={row.tracking}
        label={`Tracking number of #${itemId}`}
        hiddenLabel
        placeholder="Tracking number"
        optional
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        field={row.carrier}
        label={`Carrier of #${itemId}`}
        hiddenLabel
        placeholder="Other carrier"
        optional
        enterKeyHint="next"
      />
    </div>
  );
}

/** Ticks or unticks all orders, with scripts in place, without by a link to the same list. */
function TickAll({ ticked, chosen }: { ticked: boolean; chosen: string }) {
  const address = ofChosen("/merchant/orders/to_ship", chosen);
  const untick = `${address}${chosen ? "&" : "?"}tick=none`;
  return (
    <>
      <ButtonLink variant="quiet" to={ticked ? untick : address} data-without-scripts>
        {ticked ? "Untick all" : "Tick all"}
      </ButtonLink>
      <Button type="button" variant="quiet" data-ticks-all data-with-scripts>
        Tick all or none
      </Button>
    </>
  );
}
