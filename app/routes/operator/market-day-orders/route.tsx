import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Search } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { paidInWords, paymentInWords, paymentOfAll } from "~/features/collection-payments/words-schema";
import { weekdayInWords } from "~/features/days";
import { codeInHalves, hoursInWords, momentInWords } from "~/features/delivery/words-schema";
import type { CollectedOrder, MarketDayOrders } from "~/features/market-hand-over/schema";
import type { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { Button, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, FieldError, Input } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { QueryForm } from "~/ui/form/query-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { BackLink } from "../back-link";
import { MARKET_DAYS } from "../market-day/address";
import { handOverForm } from "./hand-over-form";
import * as styles from "./styles.css";

export const meta = titled("Market day");

const paramOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
  id: params["marketDayId"] ?? "",
  day: params["day"] ?? "",
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = paramOf(args);
  const query = new URL(args.request.url).searchParams;
  const code = query.get("code")?.slice(0, 20) ?? "";
  const { orders, wrongCode } = await guarded(session, () => orNotFound(ordersOf(session, param, code)));
  const chosenId = query.get("order");
  const all = orders.times.flatMap((time) => time.orders);
  return {
    ...param,
    orders,
    code,
    wrongCode,
    chosen: all.find(({ _id }) => _id === chosenId) ?? (code && !wrongCode ? (all[0] ?? null) : null),
    timeZone: session.config.timeZone,
    key: formKey(),
  };
}

/** The orders of a day, or the order with a code. If no order there has the code, all orders and the error. */
async function ordersOf(session: Session, param: { id: string; day: string }, code: string) {
  const calls = session.api().operator["market-days"][":id"].days[":day"];
  try {
    return { orders: (await read(calls.$get({ param, query: { code } }))).data, wrongCode: "" };
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || !failure.problems.some(({ field }) => field === "code")) throw failure;
    return { orders: (await read(calls.$get({ param, query: { code: "" } }))).data, wrongCode: failure.message };
  }
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const param = paramOf(args);
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: handOverForm }, async (json, session, key) => {
    const { message, payment } = await read(
      session.api(key).operator["market-days"][":id"].days[":day"]["hand-over"].$post({ param, json }),
    );
    const paid = payment && `. ${paidInWords(payment)}`;
    return session.redirect(`${MARKET_DAYS}/${param.id}/${param.day}`, {
      notice: paid ? `It is handed over${paid}` : message,
    });
  });
}

export default function MarketDayOfOrders() {
  const { id, day, orders, code, wrongCode, chosen, timeZone, key } = useLoaderData<typeof loader>();
  const path = `${MARKET_DAYS}/${id}/${day}`;
  const isEmpty = orders.times.length === 0;
  return (
    <>
      <BackLink to={`${MARKET_DAYS}/${id}`} label={orders.name} />
      <h1>{weekdayInWords(orders.day)}</h1>
      <QueryForm key={code} action={path} role="search" aria-label="Find an order" className={styles.find}>
        <Field id="code" label="Code" hint="Six characters, as the customer says or shows them, such as K7M 4QP.">
          <Input
            id="code"
            name="code"
            defaultValue={code}
            maxLength={20}
            autoComplete="off"
            aria-describedby="code-error"
          />
        </Field>
        <FieldError id="code-error" error={wrongCode ? [wrongCode] : undefined} />
        <Button>
          <Icon of={Search} /> Find the order
        </Button>
      </QueryForm>
      {chosen ? (
        <HandOverForm key={chosen._id} order={chosen} path={path} idempotencyKey={key} timeZone={timeZone} />
      ) : null}
      {code && !wrongCode ? <MoreLink to={path}>All orders of the day</MoreLink> : null}
      {isEmpty ? (
        <EmptyState
          title="No orders for this day"
          text="Orders that are collected at this market day are listed here."
        />
      ) : null}
      {orders.times.map((time) => (
        <TimePanel key={`${time.from} ${time.to}`} time={time} path={path} />
      ))}
      {orders.cash.length > 0 ? <CashPanel cash={orders.cash} /> : null}
      {isEmpty ? null : <MoreLink to={`${path}/close`}>Close a time for all stalls</MoreLink>}
      {orders.cut ? <p>There are more orders than are shown here. Find them by their codes.</p> : null}
    </>
  );
}

/** The cash that the staff took for the stalls on this day. */
function CashPanel({ cash }: Pick<MarketDayOrders, "cash">) {
  return (
    <Panel title="Cash to give to the stalls" stacked>
      <p>You took this at hand-over. Each stall gets the sum of its goods.</p>
      <Table caption="Cash to give to the stalls" head={["Stall", "Sum"]} layout="thirds">
        {cash.map(({ merchant, storeName, amount }) => (
          <Row key={merchant}>
            <Cell place="lead">{storeName || "A stall without a name"}</Cell>
            <Cell label="Sum" num>
              {dollars(amount)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function TimePanel({ time: { from, to, orders }, path }: { time: MarketDayOrders["times"][number]; path: string }) {
  return (
    <Panel title={`${hoursInWords(from, to)}: ${orders.length === 1 ? "1 order" : `${orders.length} orders`}`}>
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order._id} className={styles.order}>
            <div>
              <Link to={`${path}?order=${order._id}`}>
                <b>{order.buyer || "Deleted account"}</b>, #{order.itemId}
              </Link>
              <p className={classNames(small, soft)}>
                {order.parts.map(({ storeName, lines }) => `${storeName}: ${piecesOf(lines)}`).join(" · ")}
              </p>
              <Payment parts={order.parts} />
            </div>
            <OrderPill parts={order.parts} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const piecesOf = (lines: CollectedOrder["parts"][number]["lines"]): string =>
  lines.map(({ title, pieces }) => `${pieces} × ${title}`).join(", ") || "nothing";

const isOpen = ({ statusText }: CollectedOrder["parts"][number]) =>
  statusText === "Processing" || statusText === "Shipped";

/** The sum that is to be paid for an order at hand-over, or was paid. Nothing if it is paid by card. */
function Payment({ parts }: Pick<CollectedOrder, "parts">) {
  const payment = paymentOfAll(paymentsOf(parts));
  return payment ? <p className={small}>{paymentInWords(payment)}</p> : null;
}

/** How many parts of an order are handed over, not counting cancelled parts. */
function OrderPill({ parts }: Pick<CollectedOrder, "parts">) {
  const openParts = parts.filter(isOpen).length;
  const handedOver = parts.filter(({ statusText }) => statusText === "Delivered").length;
  if (openParts > 0)
    return <Pill tone="honey">{handedOver > 0 ? `${handedOver} of ${openParts + handedOver}` : "To collect"}</Pill>;
  return handedOver > 0 ? <Pill tone="leaf">Collected</Pill> : <Pill tone="tomato">Cancelled</Pill>;
}

const paymentsOf = (parts: CollectedOrder["parts"]) => parts.flatMap(({ onCollection }) => onCollection ?? []);

const STEPS = { Processing: "not packed yet", Shipped: "ready", Cancelled: "cancelled", Refunded: "refunded" };

interface HandOverFormProps {
  order: CollectedOrder;
  /** The address of the day. */
  path: string;
  timeZone: string;
  idempotencyKey: string;
}

/** An order with its parts, all ticked. A part that is not there yet can be unticked. */
function HandOverForm({ order, path, timeZone, idempotencyKey }: HandOverFormProps) {
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<z.input<typeof handOverForm>>({ id: "hand-over", lastResult: refusal?.lastResult });
  const typedParts = refusal?.lastResult.initialValue?.["parts"];
  const openParts = order.parts.filter(isOpen);
  const payment = paymentOfAll(paymentsOf(openParts));
  return (
    <Panel title={`${order.buyer || "Deleted account"}, #${order.itemId}`} stacked>
      <p>
        Code <b>{codeInHalves(order.code)}</b>
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ parts: "What is handed over", given: "Sum given" }} />
        <input type="hidden" name="order" value={order._id} />
        <fieldset id={fields.parts.id} tabIndex={-1} className={styles.parts}>
          <legend>What is handed over</legend>
          {order.parts.map((part) => (
            <PartChoice
              key={part._id}
              part={part}
              isAdded={part.itemId !== order.itemId}
              isTicked={typedParts === undefined || [typedParts].flat().includes(part._id)}
              timeZone={timeZone}
            />
          ))}
          <FieldError id={fields.parts.errorId} error={fields.parts.errors} />
        </fieldset>
        {payment?.state === "to_be_paid" ? (
          <>
            <p>
              <b>{paymentInWords(payment)}</b>
              {paymentsOf(openParts).length > 1 ? ". What you leave out is paid when it is handed over." : "."}
            </p>
            <TextField
              field={fields.given}
              label="Sum given"
              hint="Dollars that the customer puts down. You read what to give back."
              inputMode="decimal"
            />
          </>
        ) : null}
        {openParts.length > 0 ? <SubmitButton>Hand over</SubmitButton> : <p>Nothing is left to hand over.</p>}
      </PostForm>
      {openParts.length > 0 ? (
        <MoreLink to={`${path}/missing?order=${order._id}`}>Something is missing</MoreLink>
      ) : null}
    </Panel>
  );
}

interface PartChoiceProps {
  part: CollectedOrder["parts"][number];
  /** Whether the part belongs to an order that was added to the first one. */
  isAdded: boolean;
  isTicked: boolean;
  timeZone: string;
}

/** A part to tick. A part that is handed over or cancelled says so instead. */
function PartChoice({ part, isAdded, isTicked, timeZone }: PartChoiceProps) {
  const { _id, storeName, statusText, deliveredAt, onCollection, lines } = part;
  const step =
    statusText === "Delivered"
      ? `Handed over${deliveredAt ? ` on ${momentInWords(deliveredAt, timeZone)}` : ""}`
      : `It is ${STEPS[statusText]}`;
  const title = [storeName || "A stall without a name", ...(isAdded ? [`#${part.itemId}`] : [])].join(", ");
  return (
    <label className={styles.part}>
      <input
        type="checkbox"
        name="parts"
        value={_id}
        defaultChecked={isOpen(part) && isTicked}
        disabled={!isOpen(part)}
      />
      <b>{title}</b>
      <span className={classNames(small, soft, styles.note)}>
        {`${piecesOf(lines)}. ${step}.${onCollection ? ` ${paymentInWords(onCollection)}.` : ""}`}
      </span>
    </label>
  );
}
