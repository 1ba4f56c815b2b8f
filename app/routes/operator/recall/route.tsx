import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import { daysInWords } from "../days-in-words";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";

export const meta = titled("Recall");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["recallId"] ?? "" };
  const { data: recall } = await guarded(session, () =>
    orNotFound(read(session.api().operator.recalls[":id"].$get({ param }))),
  );
  return { recall, begun: momentOf(session, recall.createdAt), key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const param = { id: args.params["recallId"] ?? "" };
  return act(args, { to: `/operator/recalls/${param.id}` }, (session) =>
    read(session.api(form.get("_key")).operator.recalls[":id"].retry.$post({ param })),
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>["recall"];

/** The state in a word. It is done once every order was looked at and every refund has been made. */
function State({ finishedAt, refunds, done, failed, stopped }: Loaded) {
  if (stopped !== null) return <Pill tone="tomato">Stopped</Pill>;
  if (failed.length > 0) return <Pill tone="tomato">{failed.length} failed</Pill>;
  return finishedAt && done === refunds ? <Pill tone="leaf">Done</Pill> : <Pill tone="honey">Under way</Pill>;
}

export default function Recall() {
  const { recall, begun, key } = useLoaderData<typeof loader>();
  const { _id, product, reason, begunBy, createdAt, finishedAt, orders, refunds, amount, done, doneAmount } = recall;
  // After a failure, the recall waits until an operator presses a button.
  const underWay = (!finishedAt || done < refunds) && recall.stopped === null && recall.failed.length === 0;
  return (
    <>
      <BackLink to={`/operator/products/${product._id}/recall`} label="Back to the recall" />
      <h1 className={styles.breaking}>Money given back: {product.title}</h1>
      <Panel title="How far it is" action={<State {...recall} />} stacked>
        <p>
          <progress className={styles.progress} value={done} max={Math.max(1, refunds)} aria-label="Refunds made" />
        </p>
        <dl className={styles.terms}>
          <dt>Orders looked at</dt>
          <dd>
            {orders}
            {finishedAt ? ", that is all" : " so far"}
          </dd>
          <dt>Refunds</dt>
          <dd>
            {refunds}, {dollars(amount)}
          </dd>
          <dt>Made</dt>
          <dd>
            {done}, {dollars(doneAmount)}
          </dd>
          <dt>Of orders</dt>
          <dd>{daysInWords(recall)}</dd>
          <dt>Begun</dt>
          <dd>
            <time dateTime={createdAt}>{begun}</time> by {begunBy}
          </dd>
          <dt>Reason</dt>
          <dd className={styles.written}>{reason}</dd>
        </dl>
        {underWay ? (
          <p data-needs-scripts data-look-again>
            It goes on by itself. <Link to={`/operator/recalls/${_id}`}>Look again</Link>
          </p>
        ) : null}
      </Panel>
      {recall.stopped !== null || recall.failed.length > 0 ? (
        <Panel title="Failed" stacked>
          {recall.stopped !== null ? <p>It has stopped before the last order: {recall.stopped}</p> : null}
          {recall.failed.length > 0 ? (
            <Table
              caption="Orders whose money has not gone back"
              head={["Order", "What went wrong", { title: "Amount", end: true }]}
            >
              {recall.failed.map(({ order, amount: cents, reason: why }) => (
                <Row key={order._id}>
                  <Cell place="lead">
                    <Link to={`/operator/orders/${order._id}`}>#{order.itemId}</Link>
                  </Cell>
                  <Cell label="What went wrong" className={styles.breaking}>
                    {why}
                  </Cell>
                  <Cell label="Amount" end num>
                    {cents > 0 ? dollars(cents) : "–"}
                  </Cell>
                </Row>
              ))}
            </Table>
          ) : null}
          <PostForm idempotencyKey={key}>
            <SubmitButton>Try again</SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
    </>
  );
}
