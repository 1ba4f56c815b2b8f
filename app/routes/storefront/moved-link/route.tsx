import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { linkAnswer, type LinkedOrder } from "~/features/closed-times/schema";
import { momentInWords, timeInWords, wayInWords } from "~/features/delivery/words-schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { orNotFound, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { dollars } from "~/ui/price/money";

export const meta = titled("Another time");

/* The page of a mailed link. Opening it answers nothing, because programs that check mails open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { word: args.params["word"] ?? "" };
  const { data } = await orNotFound(read(session.api()["closed-time-link"][":word"].$get({ param })));
  return data;
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const param = { word: args.params["word"] ?? "" };
  form.set("answer", form.get("intent") ?? "");
  return answerForm(args, form, { schema: linkAnswer }, async (json, session) => {
    await read(session.api()["closed-time-link"][":word"].$post({ param, json }));
    return session.redirect(`/moved/${encodeURIComponent(param.word)}`, {
      notice: json.answer === "come" ? "Thank you. The stall expects you." : "Your order is called off.",
    });
  });
}

/** The sentence for a link that no longer has anything to answer. */
function outcomeOf(order: LinkedOrder): { title: string; text: string } {
  const { itemId, storeName, moved, amount, state } = order;
  if (state === "coming")
    return { title: "You come at the new time", text: `Order #${itemId} of ${storeName}: ${timeInWords(moved)}.` };
  if (state === "given_back")
    return {
      title: "Your order is called off",
      text:
        amount > 0
          ? `${dollars(amount)} of order #${itemId} go back the way they were paid.`
          : `Order #${itemId} was not paid yet, so there is nothing to pay.`,
    };
  return {
    title: "There is nothing to answer any more",
    text: `The page of order #${itemId} says how it stands. Write to ${storeName} there if anything is unclear.`,
  };
}

export default function MovedLink() {
  const order = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>()?.lastResult.error?.[""];
  const alert = refusal ? <p role="alert">{refusal.join(" ")}</p> : null;
  if (order.state !== "open") return <NarrowPage {...outcomeOf(order)}>{alert}</NarrowPage>;
  const { itemId, storeName, closed, moved, reason, isUnpaid, amount, silent, answerBy, timeZone } = order;
  const until = momentInWords(answerBy, timeZone);
  return (
    <NarrowPage
      title={`Do you come on ${timeInWords(moved)}?`}
      text={`${storeName} has to close on ${timeInWords(closed)}. Order #${itemId} is moved.`}
    >
      <p>
        {wayInWords(order)}. The reason: {reason}
      </p>
      <PlainForm className={stack}>
        <SubmitButton wide intent="come">
          Yes, I come
        </SubmitButton>
        <SubmitButton wide intent="money_back" variant="quiet">
          {isUnpaid ? "No, call it off" : `No, give me ${dollars(amount)} back`}
        </SubmitButton>
      </PlainForm>
      {alert}
      <p>
        You can answer until {until}.{" "}
        {silent === "come"
          ? "If you do not, the stall expects you at the new time."
          : "If you do not, your order is called off as well."}
      </p>
    </NarrowPage>
  );
}
