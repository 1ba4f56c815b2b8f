import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "~/features/notices/plain-schema";
import { noticeKind } from "~/features/notices/schema";
import { PUSH_KINDS, type PushKind } from "~/features/push/plain-schema";
import { z } from "~/features/zod";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { visuallyHidden } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { PushPanel } from "./push-panel";
import { answerPush } from "./push.server";

export const meta = titled("Notices");

const MERCHANT_KINDS: readonly NoticeKind[] = ["messages"];

const MERCHANT_PUSH_KINDS: readonly PushKind[] = ["orders", "messages"];

const areaIn = (url: string) => (new URL(url).pathname.startsWith("/merchant") ? "merchant" : "buyer");
const HERE = { buyer: "/customer/notices", merchant: "/merchant/notices" };

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const area = areaIn(args.request.url);
  await session.require(area);
  const { data } = await guarded(session, () => read(session.api().user.notices.$get()));
  const browsers = data.push.browsers.map((browser) => ({ ...browser, since: dayOf(session, browser.createdAt) }));
  return { ...data, push: { ...data.push, browsers }, area, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const area = areaIn(args.request.url);
  await (await sessionOf(args)).require(area);
  const form = await postedForm(args.request);
  const intent = form.get("intent");
  const pushed = answerPush(args, form, HERE[area]);
  if (pushed) return pushed;
  if (intent === "end")
    return answerForm(args, form, { schema: z.object({ watch: z.string() }) }, async ({ watch }, session, key) => {
      const calls = session.api(key).user.watches[":id"];
      const { message } = await orNotFound(read(calls.$delete({ param: { id: watch } })));
      return session.redirect(HERE[area], { notice: message });
    });
  return answerForm(args, form, { schema: z.object({ kind: noticeKind }) }, async ({ kind }, session, key) => {
    const calls = session.api(key).user.notices[":kind"];
    const { message } = await read(calls.$put({ param: { kind }, json: { mail: intent === "on" } }));
    return session.redirect(HERE[area], { notice: message });
  });
}

export default function NoticesPage() {
  const { mail, newsletter, watches, push, area, key } = useLoaderData<typeof loader>();
  const answer = useActionData<Refused>();
  const kinds = area === "merchant" ? MERCHANT_KINDS : NOTICE_KINDS;
  return (
    <>
      <div>
        <h1>Notices</h1>
        <p className={soft}>What we tell you beside your orders and your account.</p>
      </div>
      <Panel title="Mails">
        <Table caption="Kinds of mail" head={["Kind", "State", { title: "Change", hidden: true }]}>
          {kinds.map((kind) => (
            <Row key={kind}>
              <Cell place="lead">
                <b>{NOTICE_WORDS[kind].name}</b>
                <p className={soft}>{NOTICE_WORDS[kind].what}</p>
              </Cell>
              <Cell label="State">
                <Pill tone={mail[kind] ? "leaf" : "grey"}>{mail[kind] ? "On" : "Off"}</Pill>
              </Cell>
              <Cell end>
                <PostForm idempotencyKey={`${key}-${kind}`}>
                  <input type="hidden" name="kind" value={kind} />
                  <SubmitButton variant="quiet" intent={mail[kind] ? "off" : "on"}>
                    {mail[kind] ? "Stop" : "Start"}
                    <span className={visuallyHidden}> mails: {NOTICE_WORDS[kind].name}</span>
                  </SubmitButton>
                </PostForm>
              </Cell>
            </Row>
          ))}
        </Table>
        <p className={soft}>
          {newsletter
            ? "You have our newsletter; each letter has a link that ends it."
            : "You do not have our newsletter."}{" "}
          {newsletter ? null : <Link to="/newsletter">Subscribe</Link>}
        </p>
      </Panel>
      <PushPanel
        publicKey={push.publicKey}
        kinds={area === "merchant" ? MERCHANT_PUSH_KINDS : PUSH_KINDS}
        isOn={push.kinds}
        browsers={push.browsers}
        idempotencyKey={key}
        refusal={answer}
      />
      {area === "buyer" ? (
        <Panel title="You are told about">
          {watches.length > 0 ? (
            <Table caption="Products and stalls" head={["What", { title: "End", hidden: true }]}>
              {watches.map(({ _id, kind, targetId, title }) => (
                <Row key={_id}>
                  <Cell place="lead">
                    <Link to={kind === "back" ? `/products/${targetId}` : `/stalls/${targetId}`}>{title}</Link>
                    <p className={soft}>{kind === "back" ? "Once it is back" : "What the stall puts on sale"}</p>
                  </Cell>
                  <Cell end>
                    <PostForm idempotencyKey={`${key}-${_id}`}>
                      <input type="hidden" name="watch" value={_id} />
                      <SubmitButton variant="quiet" intent="end">
                        End<span className={visuallyHidden}> notices of {title}</span>
                      </SubmitButton>
                    </PostForm>
                  </Cell>
                </Row>
              ))}
            </Table>
          ) : (
            <EmptyState
              title="Nothing yet"
              text="On the page of something that is sold out you can ask to be told; on a stall's page, to follow it."
            />
          )}
        </Panel>
      ) : null}
    </>
  );
}
