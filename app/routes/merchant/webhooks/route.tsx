import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { MOST_ENDPOINTS } from "~/features/webhooks/plain-schema";
import { createEndpoint } from "~/features/webhooks/schema";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { stack } from "~/styles/layout.css";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { WEBHOOKS } from "../webhook/address";
import { EndpointFields, type EndpointForm } from "../webhook/endpoint-fields";
import { EndpointState } from "../webhook/endpoint-state";

export const meta = titled("Webhooks");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().merchant.webhooks.$get()));
  return { webhooks: data, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: createEndpoint }, async (json, session, key) => {
    const { data } = await read(session.api(key).merchant.webhooks.$post({ json }));
    return session.redirect(`${WEBHOOKS}/${data._id}`, { notice: "The webhook is added. Make its secret next." });
  });
}

export default function Webhooks() {
  const { webhooks, key } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Webhooks</h1>
      <p>
        For programmers: a server of yours is told of what happens at your stall as soon as it does. What is sent, and
        how it is signed, stands at <Link to="/developers">For developers</Link>.
      </p>
      {webhooks.length > 0 ? (
        <Panel title="Yours">
          <Table caption="Your webhooks" head={["Address", "Events", "State"]} layout="thirds">
            {webhooks.map(({ _id, url, events, ...state }) => (
              <Row key={_id}>
                <Cell place="lead" breaking>
                  <Link to={`${WEBHOOKS}/${_id}`}>{url}</Link>
                </Cell>
                <Cell label="Events" num>
                  {events.length}
                </Cell>
                <Cell label="State">
                  <EndpointState {...state} />
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
      ) : null}
      {webhooks.length < MOST_ENDPOINTS ? (
        <AddForm idempotencyKey={key} />
      ) : (
        <p>These are all {MOST_ENDPOINTS} that a stall can have. Delete one to add another.</p>
      )}
    </>
  );
}

function AddForm({ idempotencyKey }: { idempotencyKey: string }) {
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<EndpointForm>({
    id: "webhook",
    defaultValue: { url: "", events: ["order.placed", "order.cancelled", "order.refunded"] },
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Add one" stacked>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ url: "Address" }} />
        <EndpointFields fields={fields} />
        <SubmitButton>Add the webhook</SubmitButton>
      </PostForm>
    </Panel>
  );
}
