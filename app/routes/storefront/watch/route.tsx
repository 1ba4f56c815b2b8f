import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { email } from "~/features/fields";
import type { WatchForm } from "~/features/notices/schema";
import { z } from "~/features/zod";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf, type Session } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";

export const meta = titled("Notices");

/** The product or the stall in an address. */
function targetIn({ params }: Pick<LoaderFunctionArgs, "params">): WatchForm {
  const { productId, stallId } = params;
  return productId ? { kind: "back", id: productId } : { kind: "stall", id: stallId ?? "" };
}

async function titleOf(session: Session, { kind, id }: WatchForm): Promise<string> {
  const param = { id };
  if (kind === "back") return (await read(session.api().product.general[":id"].$get({ param, query: {} }))).data.title;
  return (await read(session.api().stall[":id"].$get({ param }))).data.storeName || "this stall";
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const target = targetIn(args);
  const [title, user] = await Promise.all([orNotFound(titleOf(session, target)), session.user()]);
  const isBuyer = user?.privilege === "buyer";
  const notices = isBuyer ? await guarded(session, () => read(session.api().user.notices.$get())) : null;
  const watch = notices?.data.watches.find(({ kind, targetId }) => kind === target.kind && targetId === target.id);
  return {
    kind: target.kind,
    back: target.kind === "back" ? `/products/${target.id}` : `/stalls/${target.id}`,
    title,
    who: isBuyer ? "buyer" : user ? "other" : "visitor",
    watch: watch?._id ?? null,
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const target = targetIn(args);
  const path = new URL(args.request.url).pathname.replace(/\.data$/, "");
  switch (form.get("intent")) {
    case "ask":
      return answerForm(args, form, { schema: z.object({ email }) }, async (subscriber, session, key) => {
        const { message } = await read(session.api(key).watches.$post({ json: { ...target, ...subscriber } }));
        return session.redirect(path, { notice: message });
      });
    case "stop":
      return answerForm(args, form, { schema: z.object({ watch: z.string() }) }, async ({ watch }, session, key) => {
        const calls = session.api(key).user.watches[":id"];
        const { message } = await orNotFound(read(calls.$delete({ param: { id: watch } })));
        return session.redirect(path, { notice: message });
      });
    default:
      return answerForm(args, form, { schema: z.object({}) }, async (_, session, key) => {
        const { message } = await read(session.api(key).user.watches.$post({ json: target }));
        return session.redirect(path, { notice: message });
      });
  }
}

const WORDS = {
  back: {
    title: (title: string) => `Tell me when ${title} is back`,
    text: "You get one mail once it can be bought again, and nothing after it.",
    button: "Tell me",
  },
  stall: {
    title: (title: string) => `Follow ${title}`,
    text: "You are told by mail what the stall puts on sale, once a day at most. Each mail ends it by one press.",
    button: "Follow",
  },
};

export default function WatchPage() {
  const { kind, back, title, who, watch, key } = useLoaderData<typeof loader>();
  const words = WORDS[kind];
  const refusal = useAnswer<Refused>();
  return (
    <NarrowPage title={words.title(title)} text={watch ? "You are told by mail." : words.text}>
      {who === "visitor" ? (
        <AddressForm button={words.button} idempotencyKey={key} refusal={refusal} />
      ) : who === "buyer" ? (
        <PostForm idempotencyKey={key} className={stack}>
          {refusal?.lastResult.error ? <p role="alert">{refusal.lastResult.error[""]?.join(" ")}</p> : null}
          {watch ? <input type="hidden" name="watch" value={watch} /> : null}
          <SubmitButton intent={watch ? "stop" : "watch"} variant={watch ? "quiet" : "primary"} wide>
            {watch ? "Tell me no more" : words.button}
          </SubmitButton>
        </PostForm>
      ) : (
        <p>Customers are told. Sign in as one, or sign out and use your mail address.</p>
      )}
      <div className={row}>
        <MoreLink to={back}>Back to {title}</MoreLink>
        {who === "buyer" ? <MoreLink to="/customer/notices">All that you are told</MoreLink> : null}
      </div>
    </NarrowPage>
  );
}

interface AddressFormProps {
  button: string;
  idempotencyKey: string;
  refusal: Refused | undefined;
}

/** The email field for a person who has not signed in. */
function AddressForm({ button, idempotencyKey, refusal }: AddressFormProps) {
  const [form, fields] = useForm<{ email: string }>({ id: "watch", lastResult: refusal?.lastResult });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} />
      <TextField
        field={fields.email}
        label="Email"
        type="text"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
      />
      <SubmitButton intent="ask" wide>
        {button}
      </SubmitButton>
      <p className={classNames(small, soft)}>We mail you a link first. Your address is kept once you press it.</p>
    </PostForm>
  );
}
