import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { wayAndTimeInWords } from "~/features/delivery/words-schema";
import { missed } from "~/features/merchant-orders/not-collected-schema";
import { Choice, SlotChoices } from "~/routes/shared/way-times/slot-choices";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { arrow } from "../order-details/styles.css";

export const meta = titled("Not collected");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const param = { id: args.params["orderId"] ?? "" };
  const calls = session.api().product.order.merchant[":id"]["not-collected"];
  const { data } = await guarded(session, () => orNotFound(read(calls.$get({ param }))));
  return { ...data, back: `/merchant/orders/${param.id}`, key: formKey() };
}

const NOTICES = {
  wait: "The customer is asked to write to you.",
  other_time: "It is moved, and the customer is told.",
  money_back: "The customer gets the money back, and is told.",
};

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const param = { id: args.params["orderId"] ?? "" };
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: missed }, async (json, session, key) => {
    await read(session.api(key).product.order.merchant[":id"]["not-collected"].$post({ param, json }));
    return session.redirect(`/merchant/orders/${param.id}`, { notice: NOTICES[json.next] });
  });
}

export default function NotCollected() {
  const { delivery, closed, slots, amountBack, kept, back, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ next: string; time: string }>({
    id: "not-collected",
    lastResult: refusal?.lastResult,
    defaultValue: { next: "wait" },
  });
  const choice = fields.next.initialValue;
  // A merchant may choose a time after its cut-off and beyond its capacity.
  const open = slots.map((slot) => ({ ...slot, closed: null, placesLeft: null }));
  return (
    <>
      <MoreLink to={back}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to the order
      </MoreLink>
      <h1>Not collected</h1>
      <p className={soft}>{wayAndTimeInWords(delivery)}</p>
      {closed ? (
        <Panel>
          <p>{closed.message}</p>
        </Panel>
      ) : (
        <Panel title="What you have agreed on" stacked>
          <PostForm form={form} idempotencyKey={key} className={stack}>
            <FormErrors form={form} labels={{ next: "What happens now", time: "The other time" }} />
            <Choice
              name="next"
              value="wait"
              isChosen={choice === "wait"}
              title="Nothing yet"
              note="The customer is told that nobody came, and asked to write to you."
            />
            <Choice
              name="next"
              value="money_back"
              isChosen={choice === "money_back"}
              title={`Money back: ${dollars(amountBack)}`}
              note={
                kept > 0
                  ? `${dollars(kept)} are kept, as the market lets stalls do. The goods are for sale again.`
                  : "The goods are for sale again."
              }
            />
            {open.length > 0 ? (
              <>
                <Choice
                  name="next"
                  value="other_time"
                  isChosen={choice === "other_time"}
                  title="Another time"
                  note="Choose it below. Its cut-off and places do not count for you."
                />
                <SlotChoices
                  slots={open}
                  name="time"
                  timeZone={delivery.timeZone}
                  chosen={fields.time.initialValue}
                  valueOf={({ day, from }) => `${day}T${from}`}
                />
              </>
            ) : null}
            <SubmitButton>Save</SubmitButton>
          </PostForm>
        </Panel>
      )}
    </>
  );
}
