import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { dayRule, misreadIn } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { apart, row, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { Button, ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, Input } from "~/ui/field/field";
import { PostForm } from "~/ui/form/post-form";
import { QueryForm } from "~/ui/form/query-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { AfterList } from "~/ui/load-more/load-more";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { act } from "../act.server";
import { DISPUTES, OrderState } from "../statuses";
import { listAddress } from "../list-address";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";
import { sentenceOf, THERE } from "./differences";

export const meta = titled("Payments");

const PATH = "/operator/payments";

function wantedIn(url: string) {
  const search = new URL(url).searchParams;
  const [since, after] = [search.get("since") ?? "", search.get("after") ?? ""];
  return {
    since: /^\d{4}-\d\d-\d\d$/.test(since) && !Number.isNaN(Date.parse(since)) ? since : "",
    after: /^[\w-]{5,100}$/.test(after) ? after : "",
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { since, after } = wantedIn(args.request.url);
  const misread = misreadIn(new URL(args.request.url).searchParams, [dayRule("since", "The day")]);
  try {
    const { data } = await guarded(session, () =>
      read(session.api().operator.payments.$get({ query: { since, ...(after && { after }) } })),
    );
    const payments = data.docs.map((payment) => ({
      ...payment,
      time: momentOf(session, payment.createdAt),
      sentences: payment.differences.map((difference) => sentenceOf(difference, payment)),
    }));
    return {
      misread,
      since,
      after,
      payments,
      next: data.next,
      provider: data.provider,
      unreachable: "",
      key: formKey(),
    };
  } catch (failure) {
    // The cursor is no longer valid, so the list starts again from the top.
    if (failure instanceof ApiFailure && failure.status === 404 && after) throw redirect(listAddress(PATH, { since }));
    if (!(failure instanceof ApiFailure) || failure.status !== 503) throw failure;
    const { message: unreachable } = failure;
    return { misread, since, after, payments: [], next: null, provider: "", unreachable, key: formKey() };
  }
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  return act(args, { to: listAddress(PATH, wantedIn(args.request.url)) }, (session) =>
    read(
      session
        .api(form.get("_key"))
        .operator.payments[":id"].repair.$post({ param: { id: String(form.get("payment")) } }),
    ),
  );
}

export default function Payments() {
  const { misread, since, after, payments, next, provider, unreachable, key } = useLoaderData<typeof loader>();
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>Payments</h1>
        <ButtonLink variant="quiet" to="/operator/exports">
          <Icon of={Download} /> Exports
        </ButtonLink>
      </div>
      <p className={soft}>
        What the card provider has on its books, beside what we have on ours.
        {provider === "test" ? " This is the test provider: no money moves." : ""}
      </p>
      <Misread sentences={misread} />
      <Panel>
        <QueryForm key={since} action={PATH} className={styles.search}>
          <Field id="since" label="Begun on or after">
            <Input id="since" name="since" type="date" defaultValue={since} />
          </Field>
          <Button>Show</Button>
          {since ? (
            <ButtonLink to={PATH} variant="quiet">
              Show all
            </ButtonLink>
          ) : null}
        </QueryForm>
      </Panel>
      <Panel>
        {payments.length > 0 ? (
          <Table
            caption="The provider's payments, newest first"
            layout="orders"
            head={["Payment", "There", "Our order", "Comparison", { title: "Repair", hidden: true }]}
          >
            {payments.map(({ _id, createdAt, time, status, amount, refunded, order, dispute, sentences }) => (
              <Row key={_id}>
                <Cell place="lead" className={styles.breaking}>
                  <b>{dollars(amount)}</b>
                  <br />
                  <span className={classNames(small, soft)}>
                    <time dateTime={createdAt}>{time}</time>
                    <br />
                    {_id}
                  </span>
                </Cell>
                <Cell label="There">
                  {THERE[status]}
                  {refunded > 0 ? (
                    <>
                      <br />
                      {dollars(refunded)} refunded
                    </>
                  ) : null}
                  {dispute ? (
                    <>
                      <br />
                      <Pill tone={DISPUTES[dispute].tone}>{DISPUTES[dispute].label}</Pill>
                    </>
                  ) : null}
                </Cell>
                <Cell label="Our order">
                  {order ? (
                    <>
                      <Link to={`/operator/orders/${order._id}`}>#{order.itemId}</Link>{" "}
                      {order.status === "paid" ? (
                        <Pill tone="leaf">Paid</Pill>
                      ) : (
                        <OrderState status={order.status} isCompleted={false} />
                      )}
                      {order.refunded > 0 ? (
                        <>
                          <br />
                          {dollars(order.refunded)} refunded
                        </>
                      ) : null}
                    </>
                  ) : (
                    "None"
                  )}
                </Cell>
                <Cell place="status" className={styles.breaking}>
                  {sentences.length === 0 ? (
                    <Pill tone="leaf">Agrees</Pill>
                  ) : (
                    <>
                      <Pill tone="tomato">Differs</Pill>
                      {sentences.map((sentence) => (
                        <p key={sentence} className={small}>
                          {sentence}
                        </p>
                      ))}
                    </>
                  )}
                </Cell>
                <Cell end>
                  {sentences.length > 0 ? (
                    <PostForm action={listAddress(PATH, { since, after })} idempotencyKey={`${key}-${_id}`}>
                      <input type="hidden" name="payment" value={_id} />
                      <SubmitButton variant="quiet">
                        Repair
                        <span className={visuallyHidden}>
                          {" "}
                          the payment of {dollars(amount)} of {time}
                        </span>
                      </SubmitButton>
                    </PostForm>
                  ) : null}
                </Cell>
              </Row>
            ))}
          </Table>
        ) : unreachable ? (
          <EmptyState
            title="The card provider does not answer"
            text={unreachable}
            action={<ButtonLink to={listAddress(PATH, { since, after })}>Try again</ButtonLink>}
          />
        ) : (
          <EmptyState
            title="No payments"
            text={since ? "None was begun on this day or later." : "What buyers pay is listed here."}
          />
        )}
        {next || after ? (
          <AfterList>
            {after ? (
              <ButtonLink to={listAddress(PATH, { since })} variant="quiet">
                Newest
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink to={listAddress(PATH, { since, after: next })} variant="quiet">
                Older payments
              </ButtonLink>
            ) : null}
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}
