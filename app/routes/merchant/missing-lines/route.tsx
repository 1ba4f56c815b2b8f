import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { handOversOf } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { ChooseMissing, LineChoice } from "~/routes/shared/missing-lines/choose-missing";
import { sumsOf, type PartWithLines } from "~/routes/shared/missing-lines/sums.server";
import { chosenIn } from "~/routes/shared/refund-choice/choice";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { withQuickSum } from "~/ui/hand-over/cash";
import { comparable, inHalves } from "~/ui/hand-over/codes";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { arrow } from "../day/styles.css";
import { handOverForm } from "../hand-over/hand-over-form";
import { handedOverInWords } from "../hand-over/handed-over-in-words";
import { rowOrder } from "../hand-over/row-order";
import { HandOverRest } from "./hand-over-rest";

export const meta = titled("Something is missing");

const EMPTY = "Say how many pieces are missing, of at least one product.";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const day = args.params["day"] ?? "";
  const search = new URL(args.request.url).searchParams;
  const code = comparable(search.get("code")?.slice(0, 20) ?? "");
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant.days[":day"].$get({ param: { day } }))),
  );
  const orders = data.times
    .flatMap(({ orders }) => handOversOf(orders))
    .find(([{ delivery }]) => delivery?.code === code);
  const row = orders && rowOrder(orders, session.config.timeZone);
  if (!orders || !row) throw new Response("Not Found", { status: 404 });
  const open = orders.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
  const lines = open.flatMap(linesOf);
  const ids = lines.map(({ _id }) => _id);
  const choice = chosenIn(search, ids, EMPTY);
  const sums =
    choice.lines &&
    (await guarded(session, () =>
      sumsOf(
        open.map((order) => partOf(session, order)),
        choice,
      ),
    ));
  return { day, row, lines, choice, sums, key: formKey() };
}

/** The lines of an order with the pieces that are left of each. */
const linesOf = ({ carts }: MerchantOrder) =>
  carts.flatMap(({ _id, product, price, quantity, refundedQuantity }) =>
    quantity > refundedQuantity ? [{ _id, title: product.title, price, pieces: quantity - refundedQuantity }] : [],
  );

/** A merchant's part of an order. */
const partOf = (session: Session, order: MerchantOrder): PartWithLines => ({
  lines: linesOf(order),
  deliveryFee: order.deliveryFee - order.deliveryFeeRefunded,
  due: order.onCollection?.state === "to_be_paid" ? order.onCollection.due : null,
  readSums: async (json) =>
    (await read(session.api().product.order.merchant[":id"].refund.sums.$post({ param: { id: order._id }, json })))
      .data,
});

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const day = args.params["day"] ?? "";
  const form = withQuickSum(await postedForm(args.request));
  return answerForm(args, form, { schema: handOverForm }, async (json, session, key) => {
    const { data, added } = await read(
      session.api(key).product.order.merchant.days[":day"]["hand-over"].$post({ param: { day }, json }),
    );
    const missing = json.missing ? `. Missing: ${dollars(json.missing.amount)}` : "";
    return session.redirect(`/merchant/days/${day}/hand-over`, {
      notice: `${handedOverInWords([data, ...added])}${missing}`,
    });
  });
}

export default function MissingLines() {
  const { day, row, lines, choice, sums, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const { code, name } = row;
  return (
    <>
      <MoreLink to={`/merchant/days/${day}/hand-over?code=${code}`}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to the hand-over
      </MoreLink>
      <h1>Something is missing</h1>
      <p>
        {name}, {inHalves(code)}
      </p>
      {row.closed ? (
        <Panel>
          <p>
            {name}: {row.closed}
          </p>
        </Panel>
      ) : (
        <>
          <ChooseMissing path={`/merchant/days/${day}/missing`} order={{ name: "code", value: code }} choice={choice}>
            {lines.map((line) => (
              <LineChoice key={line._id} line={line} choice={choice} />
            ))}
          </ChooseMissing>
          {sums && choice.lines ? (
            <HandOverRest sums={sums} code={code} lines={choice.lines} refusal={refusal} idempotencyKey={key} />
          ) : null}
        </>
      )}
    </>
  );
}
