import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read, readVersion } from "~/api/client";
import { clockTime, dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm, type Refused } from "~/session/form.server";
import { openedWith } from "~/session/merged-form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { openedFields } from "~/ui/form/opened-with";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { addressOf, pagesIn } from "../pages";
import { actOnWebhook, endpointValues } from "./act.server";
import { WEBHOOKS } from "./address";
import { ChangeForm } from "./change-form";
import { Deliveries } from "./deliveries";
import { EndpointState } from "./endpoint-state";
import { SecretCard } from "./secret-card";

export const meta = titled("Webhook");

const ROWS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  const { page } = pagesIn(search);
  const param = { id: args.params["webhookId"] ?? "" };
  const webhook = session.api().merchant.webhooks[":id"];
  const { body, version } = await guarded(session, () => orNotFound(readVersion(webhook.$get({ param }))));
  const endpoint = body.data;
  const { data: log } = await guarded(session, () =>
    read(webhook.deliveries.$get({ param, query: { page: String(page) } })),
  );
  const pages = Math.max(1, Math.ceil(log.total / ROWS));
  if (page > pages) throw redirect(addressOf(`${WEBHOOKS}/${param.id}`, { page: pages }));
  const moment = (time: string) => `${dayOf(session, time)}, ${clockTime(session, time)}`;
  return {
    endpoint,
    opened: openedWith(version, endpointValues(endpoint)),
    turnedOff: endpoint.turnedOffAt && moment(endpoint.turnedOffAt),
    deliveries: log.docs.map((one) => ({
      ...one,
      made: moment(one.createdAt),
      next: one.nextAt && endpoint.enabled ? moment(one.nextAt) : null,
    })),
    page,
    pages,
    deleting: search.has("delete"),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  return actOnWebhook(args, await postedForm(args.request));
}

export default function Webhook() {
  const { endpoint, opened, turnedOff, deliveries, page, pages, deleting, key } = useLoaderData<typeof loader>();
  const path = `${WEBHOOKS}/${endpoint._id}`;
  const answer = useAnswer<Refused | { secret: string; olderCountUntil: string }>();
  return (
    <>
      <h1>Webhook</h1>
      <SecretCard made={answer && "secret" in answer ? answer.secret : undefined} idempotencyKey={`${key}-secret`} />
      <Panel title="Where and what" action={<EndpointState {...endpoint} />} stacked>
        {turnedOff ? (
          <p>
            Your server took nothing for days, so this was turned off on {turnedOff}. Turn it on again once your server
            answers.
          </p>
        ) : null}
        <ChangeForm
          key={openedFields(opened)}
          endpoint={endpoint}
          opened={opened}
          refusal={answer && "lastResult" in answer ? answer : undefined}
          idempotencyKey={`${key}-save`}
        />
      </Panel>
      <Panel title="What was sent" id="log" stacked>
        <PostForm idempotencyKey={`${key}-test`}>
          <SubmitButton variant="quiet" intent="test">
            Send a test event
          </SubmitButton>
        </PostForm>
        <Deliveries deliveries={deliveries} page={page} pages={pages} at={path} formKey={key} />
      </Panel>
      <Panel title="Delete" id="delete" stacked>
        {deleting ? (
          <PostForm idempotencyKey={`${key}-delete`} className={stack}>
            <p>Its log goes with it, and what still waits is sent no more. This cannot be taken back.</p>
            <div className={row}>
              <SubmitButton variant="danger" intent="delete">
                Delete the webhook
              </SubmitButton>
              <ButtonLink variant="quiet" to={path} data-scripted="">
                Keep it
              </ButtonLink>
            </div>
          </PostForm>
        ) : (
          <ButtonLink variant="quiet" to={`${path}?delete=yes#delete`} data-scripted="">
            Delete this webhook …
          </ButtonLink>
        )}
      </Panel>
    </>
  );
}
