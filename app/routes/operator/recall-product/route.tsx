import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { beginRecall, buyersQuery, MOST_COUNTED, writeLetter } from "~/features/recalls/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { BackLink } from "../back-link";
import { daysInWords } from "../days-in-words";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";
import { DaysForm } from "./days-form";
import { GiveBackForm } from "./give-back-form";
import { History, type Past } from "./history";
import { LetterForm } from "./letter-form";
import { PurchaseList } from "./purchases";

export const meta = titled("Recall");

const ROWS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["productId"] ?? "" };
  const path = `/operator/products/${param.id}/recall`;
  const search = new URL(args.request.url).searchParams;
  const [period, page] = [{ since: search.get("since") ?? "", until: search.get("until") ?? "" }, pageIn(search)];
  const query = buyersQuery.safeParse(period);
  const days = query.success ? period : { since: "", until: "" };
  const calls = session.api().operator.products[":id"];
  const [{ data: product }, { data: history }] = await guarded(session, () =>
    orNotFound(Promise.all([read(calls.$get({ param })), read(calls.recalls.$get({ param }))])),
  );
  // A product that is on sale must be taken off sale before it is recalled.
  const buyers = await guarded(session, () =>
    read(calls.buyers.$get({ param, query: { ...days, page: String(page) } })),
  ).catch((failure: unknown) => {
    if (failure instanceof ApiFailure && failure.is("not_taken_off")) throw redirect(`/operator/products/${param.id}`);
    throw failure;
  });
  const { docs, total, buyers: people, pieces, left } = buyers.data;
  const pages = pagesOf(total, ROWS);
  if (page > pages) throw redirect(listAddress(path, days, pages));
  const past: Past[] = [
    ...history.letters.map(({ _id, subject, sentAt, mails, createdAt, ...of }) => ({
      href: `/operator/letters/${_id}`,
      title: `Letter: ${subject}`,
      days: daysInWords(of),
      state: sentAt ? `sent to ${mails}` : "not sent",
      createdAt,
      time: momentOf(session, createdAt),
    })),
    ...history.recalls.map(({ _id, finishedAt, createdAt, ...of }) => ({
      href: `/operator/recalls/${_id}`,
      title: "Money given back",
      days: daysInWords(of),
      state: finishedAt ? "every order was looked at" : "under way",
      createdAt,
      time: momentOf(session, createdAt),
    })),
  ].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    path,
    product,
    typed: period,
    days,
    problem: query.success ? null : (query.error.issues[0]?.message ?? null),
    page,
    pages,
    total,
    buyers: people,
    pieces,
    left,
    purchases: docs.map((doc) => ({ ...doc, time: momentOf(session, doc.date) })),
    past,
    keys: { letter: formKey(), refund: formKey() },
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["productId"] ?? "" };
  if (form.get("intent") === "give-back")
    return answerForm(args, form, { schema: beginRecall }, async (json, session, key) => {
      const { data } = await read(session.api(key).operator.products[":id"].recalls.$post({ param, json }));
      return session.redirect(`/operator/recalls/${data._id}`, { notice: "The money is on its way back." });
    });
  return answerForm(args, form, { schema: writeLetter }, async (json, session, key) => {
    const { data } = await read(session.api(key).operator.products[":id"].letters.$post({ param, json }));
    return session.redirect(`/operator/letters/${data._id}`);
  });
}

export default function RecallProduct() {
  const { path, product, typed, days, problem, page, pages, total, buyers, pieces, left, purchases, past, keys } =
    useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  return (
    <>
      <BackLink to={`/operator/products/${product._id}`} label="Back to the product" />
      <h1 className={styles.breaking}>Recall: {product.title}</h1>
      <Panel>
        <DaysForm path={path} days={typed} problem={problem} />
      </Panel>
      <p>
        <b>
          {total} {total === 1 ? "order" : "orders"}
        </b>{" "}
        of {buyers} {buyers === 1 ? "buyer" : "buyers"}, {pieces} {pieces === 1 ? "piece" : "pieces"},{" "}
        {daysInWords(days)}.
        {total >= MOST_COUNTED ? (
          <span className={soft}>
            {" "}
            More than {MOST_COUNTED.toLocaleString("en-US")} are not counted; a letter and the money reach all of them.
          </span>
        ) : null}
      </p>
      {total > 0 ? (
        <div className={styles.halves}>
          <LetterForm days={days} buyers={buyers} refusal={refusal} idempotencyKey={keys.letter} />
          {left > 0 ? (
            <GiveBackForm days={days} left={left} refusal={refusal} idempotencyKey={keys.refund} />
          ) : (
            <Panel title="Give the money back" stacked>
              <p>All of it was given back already.</p>
            </Panel>
          )}
        </div>
      ) : null}
      {past.length > 0 ? <History past={past} /> : null}
      <PurchaseList path={path} days={days} page={page} pages={pages} purchases={purchases} />
    </>
  );
}
