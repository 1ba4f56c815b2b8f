import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { optionalText } from "~/features/fields";
import { PARTICULARS } from "~/features/food-information/demands";
import { publish, sendBack } from "~/features/product-review/schema";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { useAnswer } from "~/ui/form/use-answer";
import { BackLink } from "../back-link";
import * as styles from "../operator.css";
import { STORE_STATUS } from "../statuses";
import { momentOf } from "../times.server";
import { Decision } from "./decision";
import { KEYS, KeysInWords } from "./keys";
import { reasonOf } from "./reasons";
import { Side } from "./side";

export const meta = titled("Review");

const QUEUE = "/operator/review";
/** A reason from the list, or own words. The service checks that there is one of them. */
const sendBackForm = sendBack.extend({
  template: z.string().max(20).default(""),
  reason: optionalText("Your own words", 700),
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["productId"] ?? "" };
  const { data: review } = await guarded(session, () =>
    orNotFound(read(session.api().operator.review[":id"].$get({ param }))),
  );
  return { review, time: momentOf(session, review.submittedAt), keys: { publish: formKey(), sendBack: formKey() } };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: args.params["productId"] ?? "" };
  const next = String(form.get("next") ?? "");
  const to = /^[0-9a-f]{24}$/.test(next) ? `${QUEUE}/${next}` : QUEUE;
  if (form.get("intent") === "publish") {
    return answerForm(args, form, { schema: publish }, (json, session, key) =>
      decided(session, to, read(session.api(key).operator.review[":id"].publish.$post({ param, json }))),
    );
  }
  return answerForm(args, form, { schema: sendBackForm }, ({ version, ...why }, session, key) => {
    const json = { version, reason: reasonOf(why) };
    return decided(
      session,
      to,
      read(session.api(key).operator.review[":id"]["send-back"].$post({ param, json })),
      "The merchant has it back, with your reason.",
    );
  });
}

/** Redirects to the next product in the queue. If another operator has decided meanwhile, redirects to the queue. */
async function decided(
  session: Session,
  to: string,
  decision: Promise<{ message: string }>,
  notice?: string,
): Promise<Response> {
  try {
    const { message } = await decision;
    return await session.redirect(to, { notice: notice ?? message });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || !failure.is("decided_already")) throw failure;
    return session.redirect(QUEUE, { notice: { type: "danger", message: failure.message } });
  }
}

export default function ReviewProduct() {
  const { review, time, keys } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const { kind, title, storeName, merchant, wanted, onSale, amount, quantity, sku, category } = review;
  const status = STORE_STATUS[merchant.status];
  return (
    <>
      <BackLink to={QUEUE} />
      <div className={classNames(row, apart)}>
        <h1>{title}</h1>
        {review.next ? (
          // oxlint-disable-next-line jsx-a11y/no-access-key -- the browser's own, with a key of its choice beside it; said on the page
          <ButtonLink to={`${QUEUE}/${review.next}`} variant="quiet" accessKey={KEYS.next}>
            Next ({review.waiting - 1} more)
          </ButtonLink>
        ) : null}
      </div>
      <p className={styles.facts}>
        {kind === "new" ? <span>New product</span> : <span>Change of a product on sale</span>}
        <span>
          Handed in <time dateTime={review.submittedAt}>{time}</time>
        </span>
      </p>
      <Panel title="Merchant" action={<Pill tone={status.tone}>{status.label}</Pill>} stacked>
        <dl className={styles.terms}>
          <dt>Stall</dt>
          <dd>
            <Link to={`/operator/merchants/${merchant._id}`}>{storeName || merchant.email}</Link>
          </dd>
          <dt>Price</dt>
          <dd>{dollars(amount)}</dd>
          <dt>In stock</dt>
          <dd>{quantity}</dd>
          <dt>SKU</dt>
          <dd>{sku}</dd>
        </dl>
        {merchant.status === "active" ? null : (
          <p>What you publish stays out of the shop until the merchant is active.</p>
        )}
      </Panel>
      {review.takenOff ? (
        <Notice
          still
          type="danger"
          message={`Taken off sale: ${review.takenOff.reason} What you publish stays off sale until it is put back.`}
        />
      ) : null}
      {review.lacks.length > 0 ? (
        <Notice
          still
          type="danger"
          message={`${wanted.category} asks for more than this says. Missing: ${review.lacks.map((name) => PARTICULARS[name]).join(", ")}.`}
        />
      ) : null}
      {onSale ? (
        <div className={styles.halves}>
          <Side title="On sale now" side={onSale} tint={category.tint} />
          <Side title="Wanted" side={wanted} tint={category.tint} before={onSale} />
        </div>
      ) : (
        <Side title="Handed in" side={wanted} tint={category.tint} />
      )}
      <KeysInWords />
      {/* With the key, the next product gets new forms, so that what was typed for this product stays with it. */}
      <Decision
        key={review._id}
        version={review.version}
        next={review.next ?? ""}
        keys={keys}
        refusal={refusal}
        change={kind === "change"}
      />
    </>
  );
}
