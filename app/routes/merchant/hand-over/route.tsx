import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, CircleCheck, Scan, WifiOff } from "~/ui/icon/icons";
import { parts } from "virtual:page-script";
import { read } from "~/api/client";
import { weekdayInWords } from "~/features/days";
import { handOversOf } from "~/features/merchant-orders/hand-overs-schema";
import type { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { classNames } from "~/ui/class-names/class-names";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { QueryForm } from "~/ui/form/query-form";
import { useAnswer } from "~/ui/form/use-answer";
import { inWords, withQuickSum } from "~/ui/hand-over/cash";
import { inHalves, lookUp } from "~/ui/hand-over/codes";
import { HAND_OVER, PART, ROW, STEP, type PageSettings, type RowOrder } from "~/ui/hand-over/contract";
import { QuickSums } from "~/ui/hand-over/quick-sums";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import type { BareHandle } from "~/routes/shared/bare-handle";
import { handOverForm } from "./hand-over-form";
import { handedOverInWords } from "./handed-over-in-words";
import { rowOrder } from "./row-order";
import * as styles from "./styles.css";

export const meta = titled("Hand over");
export const handle: BareHandle = { isBare: true };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { _id: owner } = await session.require("merchant");
  const day = args.params["day"] ?? "";
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant.days[":day"].$get({ param: { day } }))),
  );
  const { timeZone } = session.config;
  const orders = data.times.flatMap((time) =>
    handOversOf(time.orders).flatMap((group) => rowOrder(group, timeZone) ?? []),
  );
  const now = new Date();
  const settings: PageSettings = {
    day,
    owner,
    action: "/merchant/days/{day}/hand-over.json",
    readAt: now.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }),
    readAtTime: now.toISOString(),
    elsewhere: data.elsewhere.map(({ code, day: codeDay }) => ({ code, day: weekdayInWords(codeDay) })),
  };
  const codeTyped = new URL(args.request.url).searchParams.get("code")?.slice(0, 20) ?? "";
  return {
    settings,
    orders,
    typed: codeTyped,
    answer: codeTyped ? lookUp(codeTyped, orders, settings) : null,
    key: formKey(),
  };
}

/** Hands over without scripts. With scripts, the device posts to `hand-over.json`. */
export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const day = args.params["day"] ?? "";
  const form = withQuickSum(await postedForm(args.request));
  return answerForm(args, form, { schema: handOverForm }, async (json, session, key) => {
    const { data: order, added } = await read(
      session.api(key).product.order.merchant.days[":day"]["hand-over"].$post({ param: { day }, json }),
    );
    return session.redirect(`/merchant/days/${day}/hand-over`, { notice: handedOverInWords([order, ...added]) });
  });
}

/** The attribute with which the script finds an element. */
const partAttribute = (name: string) => ({ [PART]: name });

export default function HandOver() {
  const { settings, orders, typed, answer, key } = useLoaderData<typeof loader>();
  const { day } = settings;
  const doneCount = orders.filter(({ step }) => step === "done").length;
  return (
    <div
      className={styles.rain}
      data-needs-scripts
      data-part={parts["hand-over"]}
      {...{ [HAND_OVER]: JSON.stringify(settings) }}
    >
      <p className={styles.noLine} role="status" hidden {...partAttribute("line")}>
        <Icon of={WifiOff} /> <span />{" "}
        <a href="/login/merchant" hidden>
          Log in
        </a>
      </p>
      <header className={styles.top}>
        <Link className={styles.round} to={`/merchant/days/${day}`} aria-label="Back to the day">
          <Icon of={ArrowLeft} />
        </Link>
        <h1>{weekdayInWords(day)}</h1>
        <b {...partAttribute("count")}>
          {doneCount} of {orders.length}
        </b>
      </header>
      <main id="main" className={styles.work} tabIndex={-1}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- older browsers have no such element */}
        <QueryForm role="search" className={styles.find} {...partAttribute("find")}>
          <label htmlFor="code">Code</label>
          <div className={styles.codeLine}>
            <input
              className={styles.code}
              id="code"
              name="code"
              defaultValue={typed}
              maxLength={20}
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              {...partAttribute("code")}
            />
            <button className={styles.press} data-without-scripts>
              Find
            </button>
          </div>
          <button type="button" className={classNames(styles.press, styles.quiet)} hidden {...partAttribute("scan")}>
            <Icon of={Scan} /> Scan the code
          </button>
        </QueryForm>
        <p
          className={styles.problem}
          role="alert"
          hidden={!(answer && "problem" in answer)}
          {...partAttribute("problem")}
        >
          {answer && "problem" in answer ? answer.problem : null}
        </p>
        <div {...partAttribute("place")}>
          {answer && "order" in answer ? <OrderCard day={day} order={answer.order} idempotencyKey={key} /> : null}
        </div>
        <template {...partAttribute("card")}>
          <OrderCard day={day} />
        </template>
        <template {...partAttribute("change-to-give")}>
          <p className={styles.change} role="status" />
        </template>
        <section aria-labelledby="day-list">
          <h2 id="day-list" className={styles.listHead}>
            All of the day
          </h2>
          <ul className={styles.list}>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}

const STEP_WORDS = { open: "", done: "done", off: "cancelled" };

function OrderRow({ order }: { order: RowOrder }) {
  const { id, code, name, numbers, step, isToPay, dueCents } = order;
  return (
    <li id={`order-${id}`} {...{ [ROW]: JSON.stringify(order), [STEP]: step }}>
      <span className={styles.mark}>
        <Icon of={CircleCheck} />
      </span>
      <Link
        to={`?code=${code}`}
        aria-label={`${name}, ${inHalves(code)}${isToPay ? `, to pay ${inWords(dueCents)}` : ""}`}
      >
        <b>{name}</b>
        <span>
          {inHalves(code)} · {numbers}
          {isToPay ? <b className={styles.toPay}> · to pay {inWords(dueCents)}</b> : null}
        </span>
      </Link>
      <span className={styles.said} {...partAttribute("said")}>
        {STEP_WORDS[step]}
      </span>
    </li>
  );
}

/** The order of a code, with the button that hands it over. Without an order, a template that the script fills in. */
function OrderCard({ day, order, idempotencyKey }: { day: string; order?: RowOrder; idempotencyKey?: string }) {
  const refusal = useAnswer<Refused>();
  const [form] = useForm<z.input<typeof handOverForm>>({
    id: order ? "hand-over" : "hand-over-template",
    lastResult: order ? refusal?.lastResult : undefined,
  });
  return (
    <article className={styles.card}>
      <h2 tabIndex={-1} {...partAttribute("name")}>
        {order?.name}
      </h2>
      <ul className={styles.lines} {...partAttribute("lines")}>
        {order?.lines.map(({ pieces, title }, place) => (
          <li key={`${title} ${place}`}>
            <b>{pieces}</b>
            <span>{title}</span>
          </li>
        ))}
      </ul>
      <p hidden={!order?.notes} {...partAttribute("notes")}>
        {order?.notes}
      </p>
      <PostForm form={form} className={styles.give} {...(idempotencyKey && { idempotencyKey })}>
        <FormErrors form={form} labels={{ code: "Code", given: "Sum given" }} />
        <input type="hidden" name="code" value={order?.code ?? ""} />
        <div className={styles.pay} hidden={!order?.isToPay} {...partAttribute("pay")}>
          <p className={styles.due} {...partAttribute("payment")}>
            {order?.payment}
          </p>
          <label>
            Sum given
            <input
              className={styles.code}
              name="given"
              inputMode="decimal"
              required
              disabled={!order?.isToPay}
              {...partAttribute("given")}
            />
          </label>
          <output {...partAttribute("change")} hidden />
          {order ? null : <QuickSums dueCents={0} />}
        </div>
        <button className={styles.press}>Handed over</button>
        {/* These come after the button above, because the Enter key presses the first button. */}
        {order?.isToPay ? (
          <>
            <p>Or press the sum given, which hands over:</p>
            <QuickSums dueCents={order.dueCents} />
          </>
        ) : null}
      </PostForm>
      <Link
        className={styles.missing}
        to={`/merchant/days/${day}/missing?code=${order?.code ?? ""}`}
        {...partAttribute("missing")}
      >
        Something is missing
      </Link>{" "}
      <small>You need a connection to say so.</small>
    </article>
  );
}
