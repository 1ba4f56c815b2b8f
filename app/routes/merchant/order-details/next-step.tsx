import { useForm } from "@conform-to/react";
import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { HandOver } from "./hand-over";
import { refusedBy } from "~/routes/shared/refused-by";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { button, quiet } from "~/ui/button/button.css";
import { classNames } from "~/ui/class-names/class-names";
import { Fields } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

interface NextStepProps {
  order: MerchantOrderDetails;
  refusal: Refused | undefined;
  keys: { ship: string; deliver: string; handOver: string; cancel: string };
}

/** Shows why a step was refused if the order has gone on meanwhile and the step's form is no longer there. */
export function Overtaken({ order: { statusText }, refusal }: Pick<NextStepProps, "order" | "refusal">) {
  const [form] = useForm({ id: "overtaken", lastResult: refusal?.lastResult });
  const isGone = ["ship", "deliver", "hand-over", "cancel"].some(
    (intent) => refusedBy(refusal, intent) && !POSSIBLE[statusText]?.includes(intent),
  );
  return isGone ? <FormErrors form={form} /> : null;
}

const POSSIBLE: Partial<Record<MerchantOrderDetails["statusText"], string[]>> = {
  Processing: ["ship", "hand-over", "cancel"],
  Shipped: ["ship", "deliver", "hand-over", "cancel"],
};

/** The next steps of an order for its merchant. Nothing once it has arrived or was cancelled. */
export function NextStep({ order, refusal, keys }: NextStepProps) {
  const { statusText } = order;
  if (statusText !== "Processing" && statusText !== "Shipped") return null;
  const shipped = statusText === "Shipped";
  const isCollected = order.delivery?.kind === "collection";
  const isCarried = isByCarrier(order);
  return (
    <Panel title="Next step" stacked>
      {order.onCollection?.state === "to_be_paid" ? (
        <HandOver
          due={order.onCollection.due}
          refusal={refusedBy(refusal, "hand-over")}
          idempotencyKey={keys.handOver}
        />
      ) : null}
      {shipped && order.onCollection?.state === "to_be_paid" ? null : shipped ? (
        <>
          <p className={soft}>
            The customer can confirm that it has arrived. Two weeks after it was{" "}
            {isCollected ? "ready it counts as collected" : "sent it counts as delivered"} by itself.
          </p>
          <Deliver
            label={isCollected ? "Mark as collected" : "Mark as delivered"}
            refusal={refusedBy(refusal, "deliver")}
            idempotencyKey={keys.deliver}
          />
          {isCarried ? (
            <details className={styles.fold} open={refusedBy(refusal, "ship") !== undefined}>
              <summary className={classNames(button, quiet)}>Change carrier or tracking number</summary>
              <Ship order={order} refusal={refusedBy(refusal, "ship")} idempotencyKey={keys.ship} label="Save" />
            </details>
          ) : null}
        </>
      ) : (
        <Ship
          order={order}
          refusal={refusedBy(refusal, "ship")}
          idempotencyKey={keys.ship}
          label={isCollected ? "Mark as ready" : "Mark as shipped"}
        />
      )}
      <details className={styles.fold} open={refusedBy(refusal, "cancel") !== undefined}>
        <summary className={classNames(button, quiet)}>Cancel this order</summary>
        <Cancel order={order} refusal={refusedBy(refusal, "cancel")} idempotencyKey={keys.cancel} />
      </details>
    </Panel>
  );
}

/** Whether a carrier takes the goods, rather than the stall or the buyer. */
const isByCarrier = ({ delivery }: MerchantOrderDetails) => delivery === null || delivery.kind === "carrier";

interface StepProps {
  refusal: Refused | undefined;
  idempotencyKey: string;
}

function Ship({ order, refusal, idempotencyKey, label }: StepProps & { order: MerchantOrderDetails; label: string }) {
  const [form, fields] = useForm<{ carrier: string; trackingNumber: string }>({
    id: "ship",
    defaultValue: { carrier: order.carrier, trackingNumber: order.trackingNumber },
    lastResult: refusal?.lastResult,
  });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      {isByCarrier(order) ? (
        <Fields>
          <TextField field={fields.carrier} label="Carrier" optional enterKeyHint="next" />
          <TextField
            field={fields.trackingNumber}
            label="Tracking number"
            optional
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
          />
        </Fields>
      ) : null}
      <SubmitButton intent="ship">{label}</SubmitButton>
    </PostForm>
  );
}

function Deliver({ label, refusal, idempotencyKey }: StepProps & { label: string }) {
  const [form] = useForm({ id: "deliver", lastResult: refusal?.lastResult });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      <SubmitButton intent="deliver">{label}</SubmitButton>
    </PostForm>
  );
}

function Cancel({ order, refusal, idempotencyKey }: StepProps & { order: MerchantOrderDetails }) {
  const partly = order.refunded > 0;
  const isUnpaid = order.onCollection?.state === "to_be_paid";
  const [form, fields] = useForm<{ reason: string }>({
    id: "cancel",
    lastResult: refusal?.lastResult,
  });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      <p>
        {isUnpaid
          ? "Nothing was paid, so there is nothing to give back. The customer reads your reason."
          : `The customer gets ${partly ? "the rest of the money" : "the money"} back and reads your reason.`}{" "}
        {partly ? "The rest of the products" : "The products"} go back into your stock. This cannot be undone.
      </p>
      <TextAreaField field={fields.reason} label="Reason for the customer" rows={3} />
      <div className={row}>
        <SubmitButton intent="cancel" variant="danger">
          {isUnpaid ? "Cancel" : "Cancel and refund"}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
