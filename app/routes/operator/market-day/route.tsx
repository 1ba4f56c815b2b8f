import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read, readVersion } from "~/api/client";
import type { OperatorMarketDay } from "~/features/delivery/market-day-schema";
import { hoursInWords } from "~/features/delivery/words-schema";
import type { BusyMarketDay } from "~/features/market-hand-over/schema";
import { weekdayInWords } from "~/features/days";
import { z } from "~/features/zod";
import { titled } from "~/routes/shared/titles";
import { TimesPanel } from "~/routes/shared/way-times/times-panel";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { BackLink } from "../back-link";
import { MARKET_DAYS } from "./address";
import { marketDayForm, marketDayValues, NEW_MARKET_DAY, typedMarketDay, type TypedMarketDay } from "./market-day-form";

export const meta = titled("Market day");

/** Stands in the address for the id of a market day that does not exist yet. */
const NEW = "add";

const LABELS = {
  name: "Name",
  address: "Address",
  directions: "Directions",
  fee: "Fee",
  times: "Times",
  daysOff: "Days off",
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const id = args.params["marketDayId"] ?? "";
  const answer =
    id === NEW
      ? null
      : await guarded(session, () =>
          orNotFound(readVersion(session.api().operator["market-days"][":id"].$get({ param: { id } }))),
        );
  const marketDay = answer?.body.data ?? null;
  const days = marketDay
    ? (await guarded(session, () => read(session.api().operator["market-days"][":id"].days.$get({ param: { id } }))))
        .data
    : [];
  return {
    saved: marketDay,
    days,
    opened: answer && marketDay ? openedWith(answer.version, marketDayValues(marketDay)) : null,
    key: formKey(),
    removeKey: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const id = args.params["marketDayId"] ?? "";
  const form = await postedForm(args.request);
  if (form.get("intent") === "remove")
    return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
      await read(session.api(key).operator["market-days"][":id"].$delete({ param: { id } }));
      return session.redirect(MARKET_DAYS, { notice: "The market day is removed. Orders keep it." });
    });
  return answerForm(
    args,
    form,
    { schema: marketDayForm, record: { valuesOf: marketDayValues } },
    async (json, session, key, version) => {
      const days = session.api(key, version).operator["market-days"];
      await (id === NEW ? read(days.$post({ json })) : read(days[":id"].$put({ param: { id }, json })));
      return session.redirect(MARKET_DAYS, { notice: `${json.name} is saved.` });
    },
  );
}

export default function MarketDay() {
  const { saved, days, opened, key, removeKey } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<TypedMarketDay>({
    id: "market-day",
    defaultValue: saved ? typedMarketDay(saved) : NEW_MARKET_DAY,
    lastResult: refusal?.lastResult,
  });
  return (
    <>
      <BackLink to={MARKET_DAYS} />
      <h1>{saved ? saved.name : "Add a market day"}</h1>
      {saved && days.length > 0 ? <Days marketDayId={saved._id} days={days} /> : null}
      {saved ? <Stalls stalls={saved.stalls} /> : null}
      <PostForm form={form} idempotencyKey={key} className={stack}>
        <FormErrors form={form} labels={LABELS} />
        {opened ? <OpenedWith form={form} opened={opened} conflicts={refusal?.conflicts} labels={LABELS} /> : null}
        <Panel title="The place" stacked>
          <TextField field={fields.name} label="Name" hint="Buyers read it, for example Town Hall Market." />
          <ChoiceField field={fields.active} label="Buyers can choose it" required={false} />
          <TextField field={fields.address} label="Address" full />
          <TextField
            field={fields.directions}
            label="Directions"
            hint="How to find it, and what to bring."
            optional
            full
          />
          <TextField
            field={fields.fee}
            label="Fee"
            hint="In dollars. An order pays it once, however many of these stalls are in it; the stalls get it by what their goods come to."
            inputMode="decimal"
            optional
          />
        </Panel>
        <TimesPanel form={form} field={fields.times}>
          In the marketplace’s time. An order counts once, however many stalls are in it. A row without a time is left
          out.
        </TimesPanel>
        <Panel title="Days off" stacked>
          <TextAreaField
            field={fields.daysOff}
            label="Days off"
            hint="Days without the weekly times, such as 2026-12-26; one a line."
            optional
          />
        </Panel>
        <SubmitButton intent="save">Save</SubmitButton>
      </PostForm>
      {saved ? (
        <Panel title="Remove" stacked>
          <p>
            Its stalls take part no more, and buyers can choose it no more. Orders that were placed with it keep it.
          </p>
          <PostForm idempotencyKey={removeKey}>
            <SubmitButton variant="danger" intent="remove">
              Remove this market day
            </SubmitButton>
          </PostForm>
        </Panel>
      ) : null}
    </>
  );
}

function Days({ marketDayId, days }: { marketDayId: string; days: BusyMarketDay[] }) {
  return (
    <Panel title="Days with orders">
      <Table
        caption="Days with orders"
        layout="thirds"
        head={["Day", { title: "Orders", end: true }, { title: "Handed over", end: true }]}
      >
        {days.flatMap(({ day, times }) =>
          times.map(({ from, to, orders, parts, handedOver }) => (
            <Row key={`${day} ${from}`}>
              <Cell place="lead">
                <Link to={`${MARKET_DAYS}/${marketDayId}/${day}`}>
                  {weekdayInWords(day)}, {hoursInWords(from, to)}
                </Link>
              </Cell>
              <Cell label="Orders" end num>
                {orders}
              </Cell>
              <Cell label="Handed over" end num>
                {handedOver} of {parts}
              </Cell>
            </Row>
          )),
        )}
      </Table>
    </Panel>
  );
}

function Stalls({ stalls }: Pick<OperatorMarketDay, "stalls">) {
  return (
    <Panel title="Stalls that take part">
      {stalls.length > 0 ? (
        <Table
          caption="Stalls that take part"
          layout="thirds"
          head={["Stall", "State", "Paid", { title: "Notice", end: true }]}
        >
          {stalls.map(({ merchant, storeName, status, noticeHours, isPaidThere }) => (
            <Row key={merchant}>
              <Cell place="lead">
                <Link to={`/operator/merchants/${merchant}`}>{storeName || "A stall without a name"}</Link>
              </Cell>
              <Cell label="State">{status}</Cell>
              <Cell label="Paid">{isPaidThere ? "by card, or there" : "by card"}</Cell>
              <Cell label="Notice" end num>
                {noticeHours === 0 ? "none" : `${noticeHours} hours`}
              </Cell>
            </Row>
          ))}
        </Table>
      ) : (
        <p>None yet. Merchants find it under Settings, How it gets there.</p>
      )}
    </Panel>
  );
}
