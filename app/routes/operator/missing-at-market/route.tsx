import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { paidInWords } from "~/features/collection-payments/words-schema";
import { codeInHalves } from "~/features/delivery/words-schema";
import type { CollectedOrder } from "~/features/market-hand-over/schema";
import { ChooseMissing, LineChoice } from "~/routes/shared/missing-lines/choose-missing";
import { sumsOf, type PartWithLines } from "~/routes/shared/missing-lines/sums.server";
import { chosenIn, type Choice } from "~/routes/shared/refund-choice/choice";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import * as fieldStyles from "~/ui/field/field.css";
import { useAnswer } from "~/ui/form/use-answer";
import { withQuickSum } from "~/ui/hand-over/cash";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { BackLink } from "../back-link";
import { MARKET_DAYS } from "../market-day/address";
import { handOverForm } from "../market-day-orders/hand-over-form";
import { HandOverRest } from "./hand-over-rest";
import * as styles from "./styles.css";

export const meta = titled("Something is missing");

const EMPTY = "Say how many pieces are missing, of at least one product.";
const NOTHING_HANDED_OVER = "Tick at least one stall. What nobody has brought is handed over later, or given back.";

type Part = CollectedOrder["parts"][number];

/** The id of the market day and the day in an address. */
const paramOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
  id: params["marketDayId"] ?? "",
  day: params["day"] ?? "",
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = paramOf(args);
  const search = new URL(args.request.url).searchParams;
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().operator["market-days"][":id"].days[":day"].$get({ param, query: { code: "" } }))),
  );
  const order = data.times.flatMap(({ orders }) => orders).find(({ _id }) => _id === search.get("order"));
  if (!order) throw new Response("Not Found", { status: 404 });
  const openParts = order.parts.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
  const { choice, partIds } = choiceIn(search, openParts);
  const handedOverParts = openParts.filter(({ _id }) => partIds.includes(_id));
  const sums =
    choice.lines &&
    (await guarded(session, () =>
      sumsOf(
        handedOverParts.map((part) => partOf(session, part)),
        choice,
      ),
    ));
  return { ...param, order, openParts, partIds, choice, sums, key: formKey() };
}

/** The lines that are missing, as an address says, and the parts to hand over: all, unless some are unticked. */
function choiceIn(search: URLSearchParams, openParts: Part[]): { choice: Choice; partIds: string[] } {
  const choice = chosenIn(
    search,
    openParts.flatMap(({ lines }) => lines.map(({ _id }) => _id)),
    EMPTY,
  );
  const isSent = [...search.keys()].some((name) => name.startsWith("quantity."));
  const tickedIds = search.getAll("parts");
  if (!isSent && tickedIds.length === 0) return { choice, partIds: openParts.map(({ _id }) => _id) };
  const partIds = openParts.flatMap(({ _id }) => (tickedIds.includes(_id) ? [_id] : []));
  if (partIds.length === 0)
    return { choice: { ...choice, lines: null, problems: [{ field: "", message: NOTHING_HANDED_OVER }] }, partIds };
  const lineIds = openParts.flatMap(({ _id, lines }) => (partIds.includes(_id) ? lines.map((line) => line._id) : []));
  const lines = choice.lines?.filter(({ lineId }) => lineIds.includes(lineId)) ?? [];
  if (choice.lines && lines.length === 0)
    return { choice: { ...choice, lines: null, problems: [{ field: "", message: EMPTY }] }, partIds };
  return { choice: { ...choice, lines: choice.lines && lines }, partIds };
}

/** A stall's part of an order at a market day. */
const partOf = (session: Session, part: Part): PartWithLines => ({
  lines: part.lines,
  deliveryFee: part.deliveryFee,
  due: part.onCollection?.state === "to_be_paid" ? part.onCollection.due : null,
  async readSums(json) {
    const { data } = await read(
      session.api().operator.orders[":id"].refund.sums.$post({ param: { id: part.order }, json }),
    );
    return data.parts.find(({ partId }) => partId === part._id) ?? { lines: [], delivery: 0, amount: 0 };
  },
});

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const param = paramOf(args);
  const form = withQuickSum(await postedForm(args.request));
  return answerForm(args, form, { schema: handOverForm }, async (json, session, key) => {
    const { payment } = await read(
      session.api(key).operator["market-days"][":id"].days[":day"]["hand-over"].$post({ param, json }),
    );
    const sentences = [
      "It is handed over",
      ...(payment ? [paidInWords(payment)] : []),
      ...(json.missing ? [`Missing: ${dollars(json.missing.amount)}`] : []),
    ];
    return session.redirect(`${MARKET_DAYS}/${param.id}/${param.day}`, { notice: sentences.join(". ") });
  });
}

export default function MissingAtMarket() {
  const { id, day, order, openParts, partIds, choice, sums, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const path = `${MARKET_DAYS}/${id}/${day}`;
  return (
    <>
      <BackLink to={`${path}?order=${order._id}`} label="Back to the hand-over" />
      <h1>Something is missing</h1>
      <p>
        {order.buyer || "Deleted account"}, #{order.itemId}, code {codeInHalves(order.code)}
      </p>
      {openParts.length === 0 ? (
        <Panel>
          <p>Nothing is left to hand over.</p>
        </Panel>
      ) : (
        <ChooseMissing path={`${path}/missing`} order={{ name: "order", value: order._id }} choice={choice}>
          {openParts.map((part) => (
            <PartLines
              key={part._id}
              part={part}
              isAdded={part.itemId !== order.itemId}
              isTicked={partIds.includes(part._id)}
              choice={choice}
            />
          ))}
        </ChooseMissing>
      )}
      {sums && choice.lines ? (
        <HandOverRest
          sums={sums}
          order={order._id}
          partIds={partIds}
          lines={choice.lines}
          refusal={refusal}
          idempotencyKey={key}
        />
      ) : null}
    </>
  );
}

interface PartLinesProps {
  part: Part;
  /** Whether the part belongs to an order that was added to the first one. */
  isAdded: boolean;
  isTicked: boolean;
  choice: Choice;
}

/** A stall with its lines. It is handed over with the others unless it is unticked. */
function PartLines({ part: { _id, storeName, itemId, lines }, isAdded, isTicked, choice }: PartLinesProps) {
  const name = [storeName || "A stall without a name", ...(isAdded ? [`#${itemId}`] : [])].join(", ");
  return (
    <section className={styles.part} aria-label={name}>
      <label className={fieldStyles.choice}>
        <input type="checkbox" name="parts" value={_id} defaultChecked={isTicked} />
        <b>Hand over the rest of {name}</b>
      </label>
      <div className={stack}>
        {lines.map((line) => (
          <LineChoice key={line._id} line={line} choice={choice} />
        ))}
      </div>
    </section>
  );
}
